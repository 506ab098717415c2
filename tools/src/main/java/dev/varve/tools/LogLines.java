package dev.varve.tools;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What the library logs is for operators of a server; of a command only warnings are shown, each in one line. */
final class LogLines {
    private LogLines() {}

    static void oneLineEach() {
        if (System.getProperty("java.util.logging.config.file") == null) {
            System.setProperty("java.util.logging.SimpleFormatter.format", "varve: %5$s%n");
            Logger.getLogger("").setLevel(Level.WARNING);
        }
    }
}

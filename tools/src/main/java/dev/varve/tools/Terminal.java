package dev.varve.tools;

import dev.varve.StoreClock;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** What a command has to do with the world outside but for files: its streams, its clock, and whether a person looks on. */
final class Terminal {
    /** Complaints of one kind that are shown; more are only counted. */
    private static final int COMPLAINTS_SHOWN = 100;

    private final InputStream in;
    private final Output out;
    private final PrintWriter err;
    private final StoreClock clock;
    private final boolean watched;
    private Progress progress;
    private long complaints;

    /**
     * A terminal on the given streams.
     *
     * @param watched whether a person sees standard error
     */
    Terminal(Streams streams, StoreClock clock, boolean watched) {
        this.in = streams.in();
        this.out = new Output(streams.out());
        this.err = new PrintWriter(streams.err(), true, StandardCharsets.UTF_8);
        this.clock = clock;
        this.watched = watched;
    }

    /** The three standard streams. */
    record Streams(InputStream in, OutputStream out, OutputStream err) {
        /** Those of the process: the raw ones, because the JDK's print streams hide a full disk behind standard output. */
        static Streams ofProcess() {
            return new Streams(
                    new FileInputStream(FileDescriptor.in),
                    new FileOutputStream(FileDescriptor.out),
                    new FileOutputStream(FileDescriptor.err));
        }
    }

    /** Whether the process has a terminal on both sides. Since Java 22 there can be a console object without one. */
    static boolean isConsole() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    InputStream in() {
        return in;
    }

    Output out() {
        return out;
    }

    PrintWriter err() {
        return err;
    }

    StoreClock clock() {
        return clock;
    }

    /** Begins to show how far long work has come, if a person looks on and wants it. */
    Progress progress(boolean wanted, long totalBytes) {
        progress = new Progress(watched && wanted ? err : null, clock, totalBytes);
        return progress;
    }

    boolean isWatched() {
        return watched;
    }

    /** Says in one line what went wrong with one thing among many; the work goes on. */
    void complain(String problem) {
        complaints++;
        if (complaints <= COMPLAINTS_SHOWN) {
            say(problem);
        }
    }

    /** How often something was complained about. */
    long complaints() {
        return complaints;
    }

    /** Says how many complaints were not shown. */
    void sumUpComplaints() {
        if (complaints > COMPLAINTS_SHOWN) {
            say(Units.count(complaints - COMPLAINTS_SHOWN) + " more problems are not shown");
        }
    }

    /** One line on standard error, whatever the text. */
    void say(String text) {
        if (progress != null) {
            progress.clear();
        }
        err.println("varve: " + text.strip().replaceAll("\\s*\\R\\s*", " "));
    }
}

package dev.varve.bench.child;

import dev.varve.bench.Main;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How this program is started again. */
public final class JvmCommand {
    private JvmCommand() {}

    /**
     * {@return a command that runs the same classes with this JVM's flags and some more}
     *
     * @param flags added last, so that they win
     * @param arguments of the program
     */
    public static List<String> of(List<String> flags, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // A debugger's or profiler's port can be taken once only.
            if (!flag.startsWith("-agentlib") && !flag.startsWith("-javaagent")) {
                command.add(flag);
            }
        }
        command.addAll(flags);
        String classes = System.getProperty("java.class.path");
        if (classes.endsWith(".jar") && !classes.contains(File.pathSeparator)) {
            // The jar's manifest opens what mappings need; on the class path it would not.
            command.addAll(List.of("-jar", classes));
        } else {
            command.addAll(List.of("-cp", classes, Main.class.getName()));
        }
        command.addAll(arguments);
        return command;
    }
}

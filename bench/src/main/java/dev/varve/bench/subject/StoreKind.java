package dev.varve.bench.subject;

import java.util.List;

/**
 * A store that can be measured, in one of its modes.
 *
 * @param name on the command line and in results
 * @param settings how it is set up, in one line
 * @param jvmFlags what its JVM must be started with, for the JVM that runs now; its heap among them
 * @param capabilities what it can do
 * @param opener opens it
 */
public record StoreKind(
        String name, String settings, List<String> jvmFlags, Capabilities capabilities, SubjectOpener opener) {}

package dev.varve.segments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Which calls of a {@link FaultyFileSystem} go wrong. Rules may be added and cleared at any time, by any thread. */
public final class FaultRules {
    /** What a rule watches. */
    public enum Operation {
        OPEN,
        READ,
        WRITE,
        SYNC,
        TRUNCATE,
        CREATE_DIRECTORY,
        SYNC_DIRECTORY,
        RENAME,
        DELETE,
        LINK,
        LIST,
        LOCK
    }

    /** What happens instead of a call, or before it if it returns. */
    @FunctionalInterface
    public interface Fault {
        void strike(Operation operation, Path path) throws IOException;
    }

    /** The device fails. */
    public static final Fault BROKEN = (operation, path) -> {
        throw new IOException(path + ": injected fault: " + operation);
    };

    /** The device is full. */
    public static final Fault FULL = (operation, path) -> {
        throw new NoSpaceException(path + ": injected fault: no space: " + operation, null);
    };

    /** Half of a write arrives, then the device fails. */
    public static final Fault TORN = (operation, path) -> {
        throw new IOException(path + ": injected fault: torn");
    };

    private record Rule(
            Operation operation, Predicate<Path> paths, long first, long last, Fault fault, AtomicLong calls) {}

    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Map<Operation, AtomicLong> counts = new EnumMap<>(Operation.class);

    public FaultRules() {
        for (Operation operation : Operation.values()) {
            counts.put(operation, new AtomicLong());
        }
    }

    /** From now on every such call on such a path. */
    public FaultRules always(Operation operation, Predicate<Path> paths, Fault fault) {
        rules.add(new Rule(operation, paths, 1, Long.MAX_VALUE, fault, new AtomicLong()));
        return this;
    }

    /** Only the n-th such call from now on, counted from 1. */
    public FaultRules nth(Operation operation, Predicate<Path> paths, long n, Fault fault) {
        rules.add(new Rule(operation, paths, n, n, fault, new AtomicLong()));
        return this;
    }

    /** The n-th such call and all after it. */
    public FaultRules from(Operation operation, Predicate<Path> paths, long n, Fault fault) {
        rules.add(new Rule(operation, paths, n, Long.MAX_VALUE, fault, new AtomicLong()));
        return this;
    }

    /** All goes well again. */
    public void clear() {
        rules.clear();
    }

    /** How many such calls there were. */
    public long count(Operation operation) {
        return counts.get(operation).get();
    }

    /** Paths whose file name ends so. */
    public static Predicate<Path> named(String suffix) {
        return path -> path.getFileName().toString().endsWith(suffix);
    }

    /** Paths in this directory, at any depth. */
    public static Predicate<Path> under(Path directory) {
        return path -> path.startsWith(directory);
    }

    public static Predicate<Path> anywhere() {
        return path -> true;
    }

    /** The fault that this call meets, or null. */
    Fault next(Operation operation, Path path) {
        counts.get(operation).incrementAndGet();
        Fault fault = null;
        for (Rule rule : rules) {
            if (rule.operation == operation && rule.paths.test(path)) {
                long call = rule.calls.incrementAndGet();
                if (fault == null && call >= rule.first && call <= rule.last) {
                    fault = rule.fault;
                }
            }
        }
        return fault;
    }

    void check(Operation operation, Path path) throws IOException {
        Fault fault = next(operation, path);
        if (fault != null) {
            fault.strike(operation, path);
        }
    }
}

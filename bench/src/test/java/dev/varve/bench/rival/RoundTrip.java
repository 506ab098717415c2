package dev.varve.bench.rival;

import dev.varve.bench.load.Keys;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectSpec.Flushes;
import dev.varve.bench.subject.SubjectSpec.Shape;
import dev.varve.bench.subject.SubjectSpec.Tuning;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;

/** A store in a JVM with the flags that the list gives it: puts, flushes, gets, scans; halts without closing; opens again. */
public final class RoundTrip {
    private static final int PAIRS = 300;
    private static final int THREADS = 3;
    private static final int VALUE_BYTES = 3000;
    private static final Keys KEYS = new Keys(1, 32);

    private RoundTrip() {}

    /**
     * Prints "fine" and nothing else if all is well.
     *
     * @param args name of the store, directory, FILL or CHECK
     */
    public static void main(String... args) throws Exception {
        StoreKind kind = Stores.find(args[0]).orElseThrow();
        Path directory = Path.of(args[1]);
        Subject subject = open(kind, directory, Flushes.EACH_BATCH);
        if (args[2].equals("FILL")) {
            fill(subject);
            check(subject);
            // No close: what was flushed must be there all the same.
            System.out.println("fine");
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
        check(subject);
        subject.close();
        Subject async = open(kind, Files.createDirectory(directory.resolve("async")), Flushes.AT_THE_END);
        fill(async);
        check(async);
        async.close();
        System.out.println("fine");
    }

    private static Subject open(StoreKind kind, Path directory, Flushes flushes) throws Exception {
        Shape shape = new Shape(false, flushes);
        SubjectSpec spec = new SubjectSpec(List.of(directory), Duration.ZERO, 64L << 20, Tuning.NONE).with(shape);
        return kind.opener().open(spec, new RunClock());
    }

    private static void fill(Subject subject) throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            FutureTask<Void> task = new FutureTask<>(() -> {
                ByteBuffer key = KEYS.buffer();
                for (int batch = 0; batch < PAIRS; batch += PAIRS / 3) {
                    for (int n = batch; n < batch + PAIRS / 3; n++) {
                        if (n % THREADS == first && !subject.put(KEYS.write(n, key), value(n))) {
                            throw new AssertionError("key " + n + " was refused");
                        }
                    }
                    subject.flush();
                }
                // Nothing was put since.
                subject.flush();
                return null;
            });
            tasks.add(task);
            new Thread(task).start();
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
    }

    private static ByteBuffer value(int number) {
        ByteBuffer value = ByteBuffer.allocateDirect(VALUE_BYTES + number);
        while (value.hasRemaining()) {
            value.put((byte) (number + 31 * value.position()));
        }
        return value.clear();
    }

    private static void check(Subject subject) {
        ByteBuffer key = KEYS.buffer();
        ByteBuffer found = ByteBuffer.allocateDirect(2 * VALUE_BYTES);
        for (int n = 0; n < PAIRS; n++) {
            int length = subject.get(KEYS.write(n, key), found.clear());
            if (length != VALUE_BYTES + n || !found.flip().equals(value(n))) {
                throw new AssertionError("key " + n + " has " + length + " bytes, or others");
            }
        }
        if (subject.get(KEYS.write(PAIRS, key), found.clear()) != -1) {
            throw new AssertionError("a key that was never put is there");
        }
        if (subject.capabilities().has(Capability.SCAN)) {
            scan(subject);
        }
    }

    private static void scan(Subject subject) {
        Set<ByteBuffer> expected = new HashSet<>();
        for (int n = 0; n < PAIRS; n++) {
            expected.add(KEYS.write(n, KEYS.buffer()).duplicate());
        }
        long count = subject.scan((key, value) -> {
            int number = value.remaining() - VALUE_BYTES;
            if (!expected.remove(key) || !value.equals(value(number))) {
                throw new AssertionError("the scan saw a wrong pair " + number);
            }
        });
        if (count != PAIRS || !expected.isEmpty()) {
            throw new AssertionError("the scan saw " + count + " pairs");
        }
    }
}

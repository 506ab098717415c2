package dev.varve.bench;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A store in memory that can be told to misbehave. Keeps what it is given until it expires by the run's clock. */
class FakeSubject implements Subject {
    private final Map<ByteBuffer, Entry> entries;
    private final SubjectSpec spec;
    private final RunClock clock;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;

    record Entry(byte[] value, long putAt) {}

    FakeSubject(SubjectSpec spec, RunClock clock) {
        this(spec, clock, new ConcurrentHashMap<>());
    }

    FakeSubject(SubjectSpec spec, RunClock clock, Map<ByteBuffer, Entry> entries) {
        this.entries = entries;
        this.spec = spec;
        this.clock = clock;
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        Entry entry = new Entry(bytes(value), clock.monotonicNanos());
        Entry before = entries.putIfAbsent(ByteBuffer.wrap(bytes(key)), entry);
        bytes.addAndGet(entry.value.length);
        return before == null || isExpired(before);
    }

    @Override
    public void flush() {
        // All is as durable as it will ever be; a little time passes so that there is some to measure.
        Thread.yield();
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        Entry entry = entries.get(ByteBuffer.wrap(bytes(key)));
        if (entry == null || isExpired(entry)) {
            return -1;
        }
        target.put(entry.value);
        return entry.value.length;
    }

    private boolean isExpired(Entry entry) {
        return !spec.ttl().isZero()
                && clock.monotonicNanos() - entry.putAt >= spec.ttl().toNanos();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] all = new byte[buffer.remaining()];
        buffer.duplicate().get(all);
        return all;
    }

    @Override
    public long scan(PairVisitor visitor) {
        long count = 0;
        for (Map.Entry<ByteBuffer, Entry> pair : entries.entrySet()) {
            if (!isExpired(pair.getValue())) {
                visitor.visit(pair.getKey().duplicate(), ByteBuffer.wrap(pair.getValue().value));
                count++;
            }
        }
        return count;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.ALL;
    }

    @Override
    public SubjectStats stats() {
        long units = bytes.get() >>> 16;
        return new SubjectStats(bytes.get(), units, units, false);
    }

    @Override
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Loses every key at once. */
    static final class Forgetful extends FakeSubject {
        Forgetful(SubjectSpec spec, RunClock clock) {
            super(spec, clock);
        }

        @Override
        public int get(ByteBuffer key, ByteBuffer target) {
            return -1;
        }
    }

    /** Changes the last byte of what it gives back. */
    static final class Garbling extends FakeSubject {
        Garbling(SubjectSpec spec, RunClock clock) {
            super(spec, clock);
        }

        @Override
        public int get(ByteBuffer key, ByteBuffer target) {
            int length = super.get(key, target);
            if (length > 0) {
                int last = target.position() - 1;
                target.put(last, (byte) ~target.get(last));
            }
            return length;
        }
    }

    /** Runs out of space after so many puts. */
    static final class Full extends FakeSubject {
        private final AtomicLong left = new AtomicLong(100);

        Full(SubjectSpec spec, RunClock clock) {
            super(spec, clock);
        }

        @Override
        public boolean put(ByteBuffer key, ByteBuffer value) {
            if (left.decrementAndGet() < 0) {
                throw new IllegalStateException("no space on drive " + Arrays.asList("a"));
            }
            return super.put(key, value);
        }
    }

    /** Stores that are opened again with what they held. */
    static final class Remembering implements SubjectOpener {
        private final Map<List<Path>, Map<ByteBuffer, Entry>> stores = new HashMap<>();

        @Override
        public Subject open(SubjectSpec spec, RunClock clock) {
            return new FakeSubject(
                    spec, clock, stores.computeIfAbsent(spec.drives(), drives -> new ConcurrentHashMap<>()));
        }
    }
}

package dev.varve.bench.raw;

import dev.varve.bench.subject.Capabilities;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.PairVisitor;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectSpec;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The control: a store that is nothing but direct writes, each thread round and round a file of its own, with a map of where
 * each value lies. No checksums, no recovery, no TTL; a flush covers the calling thread's puts only. Measuring it shows what
 * the measuring itself costs, for nothing else stands between the load and the device.
 *
 * <p>Each lane belongs to the thread that first took it; readers only read.
 */
public final class PlainLog implements Subject {
    /** What it can do. */
    public static final Capabilities CAPABILITIES = Capabilities.ALL
            .without(Capability.REOPEN, "it keeps no record of what lies where")
            .without(Capability.SCAN, "it keeps no keys")
            .without(Capability.RACING_PUTS, "it writes over")
            .without(Capability.CLOCK, "it has none");

    /** As many as there are writers by default; more share them. */
    private static final int LANES = 8;

    private final List<Lane> lanes = new ArrayList<>();
    private final Map<Long, Place> places = new ConcurrentHashMap<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final ThreadLocal<Lane> own = ThreadLocal.withInitial(() -> lanes.get(taken.getAndIncrement() % LANES));

    private record Place(Lane lane, long position, int length) {}

    private PlainLog() {}

    /**
     * Makes the files.
     *
     * @param spec where, and how much
     * @return an empty log
     * @throws IOException if they cannot be made
     */
    public static PlainLog open(SubjectSpec spec) throws IOException {
        PlainLog log = new PlainLog();
        long laneBytes = spec.maxBytes() / LANES / RawShape.WRITE_BYTES * RawShape.WRITE_BYTES;
        for (int i = 0; i < LANES; i++) {
            Path drive = spec.drives().get(i % spec.drives().size());
            RawFile file = RawFile.create(drive.resolve("control-" + i + ".raw"), RawFile.supportsDirect(drive));
            log.lanes.add(new Lane(file, laneBytes));
        }
        return log;
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value) {
        Lane lane = own.get();
        try {
            long position = lane.append(value);
            return places.put(hash(key), new Place(lane, position, value.remaining())) == null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void flush() {
        try {
            own.get().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        Place place = places.get(hash(key));
        try {
            return place == null ? -1 : place.lane.read(place.position, place.length, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long hash(ByteBuffer key) {
        return key.duplicate().order(ByteOrder.nativeOrder()).getLong(key.position());
    }

    @Override
    public long scan(PairVisitor visitor) {
        throw new UnsupportedOperationException("the control keeps no keys");
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public SubjectStats stats() {
        long live = 0;
        long rounds = 0;
        for (Lane lane : lanes) {
            live += lane.live();
            rounds += lane.rounds();
        }
        return new SubjectStats(live, rounds, rounds, false);
    }

    @Override
    public void close() {
        try {
            for (Lane lane : lanes) {
                lane.file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One file, written round and round through one buffer. Locked, for readers and for threads that share it. */
    private static final class Lane {
        private final RawFile file;
        private final long fileBytes;
        private final ByteBuffer buffer = RawFile.alignedBuffer(RawShape.WRITE_BYTES);
        /** How far the buffer's first byte is from where the log began, over all rounds. */
        private long base;

        private int written;

        private Lane(RawFile file, long fileBytes) {
            this.file = file;
            this.fileBytes = fileBytes;
        }

        synchronized long append(ByteBuffer value) throws IOException {
            long position = base + buffer.position();
            ByteBuffer rest = value.duplicate();
            while (rest.hasRemaining()) {
                int part = Math.min(rest.remaining(), buffer.remaining());
                buffer.put(buffer.position(), rest, rest.position(), part);
                buffer.position(buffer.position() + part);
                rest.position(rest.position() + part);
                if (!buffer.hasRemaining()) {
                    write();
                    base += buffer.capacity();
                    written = 0;
                    buffer.clear();
                }
            }
            return position;
        }

        /** The whole blocks that are new since the last write, and the one that is partly filled. */
        private void write() throws IOException {
            int from = written / RawFile.BLOCK * RawFile.BLOCK;
            int to = (buffer.position() + RawFile.BLOCK - 1) / RawFile.BLOCK * RawFile.BLOCK;
            file.write(buffer.duplicate().limit(to).position(from), base % fileBytes + from);
            written = buffer.position();
        }

        synchronized void flush() throws IOException {
            if (buffer.position() > written) {
                write();
            }
            file.sync();
        }

        synchronized int read(long position, int length, ByteBuffer target) throws IOException {
            long end = base + buffer.position();
            if (end - position > fileBytes) {
                return -1;
            }
            for (long at = position; at < position + length; ) {
                int offset = (int) (at % buffer.capacity());
                int part = (int) Math.min(position + length - at, buffer.capacity() - offset);
                if (at >= base) {
                    target.put(target.position(), buffer, offset, part);
                    target.position(target.position() + part);
                } else {
                    readBlocks(at % fileBytes, part, target);
                }
                at += part;
            }
            return length;
        }

        private void readBlocks(long at, int length, ByteBuffer target) throws IOException {
            int before = (int) (at % RawFile.BLOCK);
            int blocks = (before + length + RawFile.BLOCK - 1) / RawFile.BLOCK * RawFile.BLOCK;
            ByteBuffer aligned = RawFile.alignedBuffer(blocks);
            file.read(aligned, at - before);
            target.put(aligned.limit(before + length).position(before));
        }

        synchronized long live() {
            return Math.min(fileBytes, base + buffer.position());
        }

        synchronized long rounds() {
            return base / fileBytes;
        }
    }
}

package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A write side on one or more drives whose agents and clock are turned by the test. */
final class WriteRig implements WriteEvents {
    static final UUID STORE = new UUID(1, 2);

    final Clock clock = new Clock();
    final AtomicLong sequences = new AtomicLong(1);
    final SegmentMap segments = new SegmentMap();
    final List<DriveWriter> drives = new ArrayList<>();
    final List<ParkingAgent> agents = new ArrayList<>();
    final List<Segment> sealed = Collections.synchronizedList(new ArrayList<>());
    final List<Segment> recycled = Collections.synchronizedList(new ArrayList<>());
    final List<Segment> deleted = Collections.synchronizedList(new ArrayList<>());
    final List<LaneFault> faults = new ArrayList<>();
    final AppendRequest request = new AppendRequest();
    final WriteScope scope;
    final WritePool pool;
    final TableWriter table;

    static final class Clock implements MillisClock {
        long ms = 1_000_000;

        @Override
        public long nowMs() {
            return ms;
        }

        @Override
        public long nanoTime() {
            return ms * 1_000_000;
        }
    }

    WriteRig(FileSystem fs, int driveCount, long poolBytes, TableWriteOptions options) throws IOException {
        pool = new WritePool(poolBytes, clock);
        scope = new WriteScope(pool, clock, new Random(7), this);
        pool.onShort(() -> drives.forEach(DriveWriter::signalAll));
        for (int i = 1; i <= driveCount; i++) {
            Path root = Path.of("/drive" + i);
            fs.createDirectories(root);
            drives.add(new DriveWriter(new Drive(i, root, fs, false), scope, 2, 0));
        }
        for (DriveWriter drive : drives) {
            drive.findSpares();
            agents.addAll(drive.agents());
        }
        TableFiles files = new TableFiles(STORE, 1, "t", new OpenFiles(8));
        table = new TableWriter(files, segments, sequences::getAndIncrement, drives, options);
    }

    /** Appends, reserving as asked and turning agents while the pool is empty. */
    long put(String key, byte[] value) throws IOException, InterruptedException {
        return put(key, value, 0);
    }

    long put(String key, byte[] value, long ownTtlMs) throws IOException, InterruptedException {
        return put(ByteBuffer.wrap(key.getBytes()), ByteBuffer.wrap(value), ownTtlMs);
    }

    long put(ByteBuffer key, ByteBuffer value, long ownTtlMs) throws IOException, InterruptedException {
        request.set(key.hashCode() * 0x9E37_79B9_7F4A_7C15L, key, value);
        request.times(clock.ms, ownTtlMs);
        long address = table.append(request);
        while (address < 0) {
            while (!pool.reserve((int) -address, 0)) {
                turn();
            }
            request.chunksReserved(request.chunksReserved() + (int) -address);
            address = table.append(request);
        }
        pool.unreserve(request.chunksReserved());
        request.chunksReserved(0);
        return address;
    }

    /** Runs all agents until none finds work. */
    void turn() {
        int work;
        do {
            work = 0;
            for (ParkingAgent agent : agents) {
                try {
                    work += agent.doWork();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        } while (work > 0);
    }

    FlushWait flush() {
        FlushWait wait = new FlushWait();
        table.flush(wait);
        wait.end();
        return wait;
    }

    /** The value of the record at this address, its checksums verified. */
    byte[] read(long address) throws IOException {
        Segment segment = segments.get(Address.sequence(address));
        long offset = Address.offset(address);
        ByteBuffer header = ByteBuffer.allocate(24).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        segment.read(offset, header);
        ByteBuffer record =
                ByteBuffer.allocate((int) RecordLayout.recordLength(header, 0)).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        int count = segment.read(offset, record);
        if (count != record.capacity()) {
            throw new AssertionError("read " + count + " of " + record.capacity());
        }
        Checksum checksum = new Checksum(segment.salt());
        int headerCrc = RecordLayout.headerCrc(checksum, record, 0, offset);
        if (headerCrc != RecordLayout.headerCrc(record, 0)) {
            throw new AssertionError("header CRC at " + Address.toString(address));
        }
        int at = RecordLayout.keyStart(record, 0) + RecordLayout.keyLength(record, 0);
        byte[] value = new byte[(int) RecordLayout.valueLength(record, 0)];
        record.get(at, value);
        if (checksum.of(record, at, value.length) != record.getInt(at + value.length)) {
            throw new AssertionError("value CRC at " + Address.toString(address));
        }
        return value;
    }

    @Override
    public void sealed(Segment segment) {
        sealed.add(segment);
    }

    @Override
    public void leaving(Segment segment) {}

    @Override
    public void recycled(Segment segment) {
        recycled.add(segment);
    }

    @Override
    public void deleted(Segment segment) {
        deleted.add(segment);
    }

    @Override
    public void laneFault(LaneFault fault) {
        faults.add(fault);
    }

    @Override
    public void noSpace(Drive drive, boolean full) {}
}

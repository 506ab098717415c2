package dev.varve.segments;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * One live segment of a table: where it lies, what it holds, who reads it. There is one of these for each segment file, and
 * a store of hundreds of terabytes has 100,000 of them, so it is kept slim: what only a segment being written needs stands
 * in {@link ActiveSegment}.
 *
 * <p>The tally and times are written by appenders under the lane's lock until the segment is closed, and are then final;
 * others see them through the acquire of {@link #dataEnd()}. Leases are counted by compare-and-set by any thread.
 */
public final class Segment implements SegmentBytes {
    private static final int RETIRED = 1 << 31;
    private static final VarHandle LEASES;

    static {
        try {
            LEASES = MethodHandles.lookup().findVarHandle(Segment.class, "leases", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SegmentHeader header;
    private final TableFiles files;
    private final Drive drive;

    @SuppressWarnings("unused") // by LEASES
    private int leases;

    private volatile ActiveSegment active;
    private volatile long dataEnd;
    private volatile long lastKeyDirectory;
    /** The open file for reading, or null; owned by {@link OpenFiles}. */
    volatile OpenFile openFile;

    private final SegmentTally tally;

    Segment(SegmentHeader header, TableFiles files, Drive drive) {
        this.header = header;
        this.files = files;
        this.drive = drive;
        this.tally = new SegmentTally();
    }

    /** A segment that lies sealed on its drive. */
    Segment(Seal seal, TableFiles files, Drive drive) {
        this.header = seal.header();
        this.files = files;
        this.drive = drive;
        this.tally = SegmentTally.of(seal.totals());
        this.dataEnd = seal.dataEnd();
        this.lastKeyDirectory = seal.lastKeyDirectoryOffset();
    }

    void activate(ActiveSegment segment) {
        active = segment;
    }

    /** From now on everything is read from the file. */
    void sealed(long end, long keyDirectory) {
        dataEnd = end;
        lastKeyDirectory = keyDirectory;
        active = null;
    }

    ActiveSegment active() {
        return active;
    }

    public SegmentHeader header() {
        return header;
    }

    public long sequence() {
        return header.sequence();
    }

    public Drive drive() {
        return drive;
    }

    public Path path() {
        return files.segmentPath(drive, header.sequence());
    }

    public long salt() {
        return header.salt();
    }

    public long createdMs() {
        return header.createdMs();
    }

    /**
     * An append time as a record of this segment holds it: one from before the segment's creation, when a put began before
     * the segment did, counts as that. Sums have to go by what the records hold.
     */
    long recordMs(long appendMs) {
        return createdMs() + RecordLayout.appendDelta(appendMs, createdMs());
    }

    /** Counts and times of the records; while the segment is active, of those below {@link #dataEnd()} or a few more. */
    public SegmentTally tally() {
        return tally;
    }

    /** As its seal says it, for a segment that takes no more appends. */
    public Seal seal() {
        return new Seal(header, dataEnd, lastKeyDirectory, tally.totals());
    }

    public boolean isSealed() {
        return active == null;
    }

    /** End of the whole records, in bytes from the file's start. */
    public long dataEnd() {
        ActiveSegment now = active;
        return now == null ? dataEnd : now.appended;
    }

    /** End of the records that survive power loss. */
    public long durableEnd() {
        ActiveSegment now = active;
        return now == null ? dataEnd : now.durable;
    }

    /**
     * Pins the segment: its file stays as it is until {@link #release()}.
     *
     * @return false when the segment is retired, and so gone for readers
     */
    public boolean acquire() {
        int now = (int) LEASES.getOpaque(this);
        while (now >= 0) {
            if (LEASES.weakCompareAndSet(this, now, now + 1)) {
                return true;
            }
            now = (int) LEASES.getOpaque(this);
        }
        return false;
    }

    public void release() {
        int before = (int) LEASES.getAndAdd(this, -1);
        assert (before & ~RETIRED) > 0 : "released more often than acquired: " + path();
    }

    /** Ends the giving of leases; true for the one caller that did it. */
    boolean retire() {
        int now = (int) LEASES.getVolatile(this);
        while (now >= 0) {
            if (LEASES.weakCompareAndSet(this, now, now | RETIRED)) {
                return true;
            }
            now = (int) LEASES.getVolatile(this);
        }
        return false;
    }

    public boolean isRetired() {
        return (int) LEASES.getVolatile(this) < 0;
    }

    /** How many readers pin the segment. */
    public int leases() {
        return (int) LEASES.getVolatile(this) & ~RETIRED;
    }

    /**
     * Copies bytes of whole records, from memory as long as they are there, else from the file. The caller holds a lease.
     *
     * @return bytes copied; fewer than asked only at {@link #dataEnd()} or at the file's end
     */
    @Override
    public int read(long offset, ByteBuffer dst) throws IOException {
        ActiveSegment now = active;
        if (now != null) {
            return now.read(offset, dst);
        }
        long end = dataEnd;
        return offset >= end ? 0 : readFile(offset, dst, (int) Math.min(dst.remaining(), end - offset));
    }

    /** Length of the file as far as it is the segment's; what its retirement gives back. */
    public long fileLength() {
        return Blocks.ceil(dataEnd());
    }

    /** Whether all these bytes are in memory now, so that reading them would not touch the drive. */
    public boolean isInMemory(long offset, long length) {
        ActiveSegment now = active;
        return now != null && now.inChunks(offset, length);
    }

    /**
     * Copies what is in memory and never touches the drive.
     *
     * @return bytes copied; fewer than asked when the rest is only in the file
     */
    public int readMemory(long offset, ByteBuffer dst) {
        ActiveSegment now = active;
        int total = 0;
        while (now != null && dst.hasRemaining() && offset + total < now.appended) {
            int length = (int) Math.min(dst.remaining(), now.appended - offset - total);
            int count = now.readChunks(offset + total, dst, length);
            if (count == 0) {
                break;
            }
            total += count;
        }
        return total;
    }

    /** How its file is opened for reading: only what changes no more can be mapped. */
    OpenMode readMode() {
        return isSealed() && files.isMapped() ? OpenMode.MAPPED : OpenMode.READ;
    }

    int readFile(long offset, ByteBuffer dst, int length) throws IOException {
        int limit = dst.limit();
        dst.limit(dst.position() + length);
        try {
            return files.openFiles().read(this, offset, dst);
        } finally {
            dst.limit(limit);
        }
    }

    @Override
    public String toString() {
        return path().toString();
    }
}

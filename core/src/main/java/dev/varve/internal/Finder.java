package dev.varve.internal;

import dev.varve.index.CandidateVisitor;
import dev.varve.segments.Address;
import dev.varve.segments.Checksum;
import dev.varve.segments.CorruptException;
import dev.varve.segments.RecordLayout;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds the live record of a key: looks at every candidate that the index shows, compares the full key, and keeps the
 * newest that is alive, under a lease on its segment. A dead candidate never ends a look-up. Part of an
 * {@link OperationContext}, so it belongs to one thread at a time and allocates nothing.
 *
 * <p>A candidate that cannot be read makes the look-up fail only if it could be the wanted record: its hash in the
 * segment's key directory is equal, and it is not older than one that was found alive.
 */
final class Finder implements CandidateVisitor {
    /** The most that a look-up reads of a record at once. */
    static final int FIRST_READ_MAX = 64 << 10;

    /** What header and own TTL take at most, in front of the key. */
    private static final int HEADER_MAX = RecordLayout.HEADER_LENGTH + RecordLayout.OWN_TTL_LENGTH;

    private static final int DEAD_MAX = 16;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Checksum checksum;

    private TableCore table;
    private ByteBuffer key = NOTHING;
    private long hash;
    private long nowMs;
    private int firstRead;
    private boolean memoryOnly;

    private ByteBuffer bytes = NOTHING;
    private ByteBuffer spare = NOTHING;

    private Segment segment;
    private long address;
    private long appendMs;
    private long stampMs;
    private long ownTtlMs;
    private int length;
    private final long[] dead = new long[DEAD_MAX];
    private int deadCount;

    private IOException failure;
    private Segment failedIn;
    private long failedAt;
    private long failedLastAppendMs;

    Finder(Checksum checksum) {
        this.checksum = checksum;
    }

    /** Prepares a look-up of the context's key. Reads that much of each candidate at once, so that small values come along. */
    void prepare(TableCore table, OperationContext context, long nowMs, int firstRead) {
        this.table = table;
        this.key = context.key;
        this.hash = context.hash;
        this.nowMs = nowMs;
        int needed = HEADER_MAX + key.remaining();
        this.firstRead = needed > FIRST_READ_MAX ? needed : Math.max(needed, Math.min(firstRead, FIRST_READ_MAX));
        this.memoryOnly = false;
        this.segment = null;
        this.address = Address.NONE;
        this.deadCount = 0;
        this.failure = null;
        this.failedIn = null;
    }

    /** The look-up that was prepared passes over what would touch a drive. */
    void memoryOnly() {
        memoryOnly = true;
    }

    /**
     * Looks up what was prepared.
     *
     * @return whether a live record was found; its segment is then leased until {@link #release()}
     * @throws IOException if a record that may be the wanted one cannot be read
     */
    boolean find() throws IOException {
        try {
            table.index.lookUp(hash, this);
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
        if (failure != null && (segment == null || failedLastAppendMs >= appendMs)) {
            release();
            throw failure;
        }
        return segment != null;
    }

    /** Gives the lease back, if there is one. */
    void release() {
        Segment leased = segment;
        if (leased != null) {
            segment = null;
            leased.release();
        }
    }

    /** Hands the lease over to the caller. */
    Segment takeLease() {
        Segment leased = segment;
        segment = null;
        return leased;
    }

    /** Lets go of everything that belongs to a caller or a table. */
    void clear() {
        assert segment == null : "a lease was left behind";
        table = null;
        key = NOTHING;
        failure = null;
        failedIn = null;
        if (bytes.capacity() > FIRST_READ_MAX) {
            bytes = NOTHING;
        }
        if (spare.capacity() > FIRST_READ_MAX) {
            spare = NOTHING;
        }
    }

    @Override
    public boolean candidate(long candidate) {
        if (candidate == address) {
            return false;
        }
        Segment in = table.segments.get(Address.sequence(candidate));
        if (in == null) {
            noteDead(candidate);
            return false;
        }
        if (table.expiry.isOver(in, nowMs) || (segment != null && isSurelyOlder(in)) || !in.acquire()) {
            return false;
        }
        boolean kept = false;
        try {
            kept = examine(in, candidate);
        } catch (IOException e) {
            unreadable(in, Address.offset(candidate), e);
        } finally {
            if (!kept) {
                in.release();
            }
        }
        return false;
    }

    /** Whether no record of a segment can be newer than the one found so far. */
    private boolean isSurelyOlder(Segment in) {
        return in.isSealed() && table.expiry.lastAppendMs(in) < appendMs;
    }

    private boolean examine(Segment in, long candidate) throws IOException {
        long offset = Address.offset(candidate);
        if (offset >= in.dataEnd()) {
            return false;
        }
        ByteBuffer into = target();
        int read = memoryOnly ? in.readMemory(offset, into) : in.read(offset, into);
        int keyLength = key.remaining();
        if (read < HEADER_MAX || !startsWithKey(into, read, keyLength)) {
            if (!memoryOnly) {
                doubt(in, offset, into, read);
            }
            return false;
        }
        checksum.salt(in.salt());
        int expected = RecordLayout.headerCrc(checksum, into, 0, offset);
        if (expected != RecordLayout.headerCrc(into, 0)) {
            throw new CorruptException(
                    in.path().toString(), offset, "header CRC " + hex(expected), hex(RecordLayout.headerCrc(into, 0)));
        }
        return keep(in, candidate, into, read);
    }

    /** Keeps a record that holds the key if it is alive, and newer than what was found so far. */
    private boolean keep(Segment in, long candidate, ByteBuffer into, int read) {
        long stamp = in.createdMs() + RecordLayout.appendDelta(into, 0);
        long appended = table.expiry.appendMs(in, RecordLayout.appendDelta(into, 0));
        long ownTtl = RecordLayout.ownTtl(into, 0);
        if (table.expiry.isExpired(appended, ownTtl, nowMs)) {
            noteDead(candidate);
            return false;
        }
        if (segment != null) {
            // Stamps from the future all count as appended at open; of them the later one is the newer all the same.
            int order = appended != appendMs ? Long.compare(appended, appendMs) : Long.compare(stamp, stampMs);
            if (order < 0 || (order == 0 && candidate < address)) {
                return false;
            }
            release();
        }
        if (into != bytes) {
            spare = bytes;
            bytes = into;
        }
        segment = in;
        address = candidate;
        appendMs = appended;
        stampMs = stamp;
        ownTtlMs = ownTtl;
        length = read;
        return true;
    }

    private void noteDead(long candidate) {
        if (deadCount < DEAD_MAX) {
            dead[deadCount++] = candidate;
        }
    }

    private boolean startsWithKey(ByteBuffer into, int read, int keyLength) {
        if (RecordLayout.keyLength(into, 0) != keyLength || RecordLayout.type(into, 0) != RecordLayout.VALUE) {
            return false;
        }
        int start = RecordLayout.keyStart(into, 0);
        if (start + keyLength > read) {
            return false;
        }
        into.limit(start + keyLength).position(start);
        boolean equal = into.equals(key);
        into.limit(read).position(0);
        return equal;
    }

    /** Not the wanted key as it stands; but if its bytes are damaged it may have been. */
    private void doubt(Segment in, long offset, ByteBuffer into, int read) throws IOException {
        into.limit(read).position(0);
        checksum.salt(in.salt());
        if (RecordCheck.isHeaderWhole(in, offset, into, checksum)) {
            return;
        }
        throw new CorruptException(
                in.path().toString(), offset, "a record header with its key", "bytes that fail its CRC");
    }

    private void unreadable(Segment in, long offset, IOException cause) {
        if (memoryOnly || !RecordCheck.mayHaveHash(table, in, offset, hash)) {
            return;
        }
        if (failure == null || table.expiry.lastAppendMs(in) > failedLastAppendMs) {
            failure = cause;
            failedIn = in;
            failedAt = offset;
            failedLastAppendMs = table.expiry.lastAppendMs(in);
        }
    }

    /** A buffer that does not hold what was found so far, empty, with room for the first read. */
    private ByteBuffer target() {
        ByteBuffer into = segment == null ? bytes : spare;
        if (into.capacity() < firstRead) {
            // Keys this long are rare, so their buffer is not kept.
            into = firstRead > FIRST_READ_MAX
                    ? ByteBuffer.allocate(firstRead).order(ByteOrder.LITTLE_ENDIAN)
                    : ByteBuffer.allocateDirect(FIRST_READ_MAX).order(ByteOrder.LITTLE_ENDIAN);
            if (segment == null) {
                bytes = into;
            } else {
                spare = into;
            }
        }
        return into.clear().limit(firstRead);
    }

    private static String hex(int crc) {
        return Integer.toHexString(crc);
    }

    /** The segment of the record found, leased. */
    Segment segment() {
        return segment;
    }

    long address() {
        return address;
    }

    /** Where the record found starts in its segment. */
    long offset() {
        return Address.offset(address);
    }

    /** How many addresses were shown that are dead for good, as far as they were noted: those of the newest generations. */
    int deadCount() {
        return deadCount;
    }

    long deadAddress(int i) {
        return dead[i];
    }

    long appendMs() {
        return appendMs;
    }

    long ownTtlMs() {
        return ownTtlMs;
    }

    /** The first bytes of the record found; it starts at index 0. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** How many bytes of the record are in {@link #bytes()}, at least header and key. */
    int length() {
        return length;
    }

    long recordLength() {
        return RecordLayout.recordLength(bytes, 0);
    }

    long valueLength() {
        return RecordLayout.valueLength(bytes, 0);
    }

    /** Where the value starts, counted from the record's start. */
    int valueStart() {
        return RecordLayout.keyStart(bytes, 0) + RecordLayout.keyLength(bytes, 0);
    }

    /** The segment that could not be read, after {@link #find()} threw. */
    Segment failedIn() {
        return failedIn;
    }

    long failedAt() {
        return failedAt;
    }
}

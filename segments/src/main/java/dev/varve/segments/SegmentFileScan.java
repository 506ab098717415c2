package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Walks over the records of one segment, in a bounded piece of memory. No length is believed before its CRC has passed.
 * Behind bad bytes it looks for the next record that passes, at every multiple of 8.
 *
 * <p>Each {@link #next} finds one thing; what it found is described by the accessors until the next call. Reusable; used
 * by one thread at a time.
 */
public final class SegmentFileScan {
    /** Behind bad bytes only keys up to this length are looked for, so that random bytes rarely cost a long CRC. */
    static final int KEY_LENGTH_MAX_BEHIND_DAMAGE = 64 << 10;

    /** What lies at an offset. */
    public enum Found {
        VALUE,
        KEY_DIRECTORY,
        MARK,
        PAD,
        /** Bytes that are no record, up to the next one or to the end. */
        DAMAGE,
        END
    }

    private final ScanWindow window = new ScanWindow();
    private final ByteBuffer keyView = window.buffer().duplicate().order(ByteOrder.LITTLE_ENDIAN);
    private final Checksum checksum = new Checksum();
    private SegmentHeader header;
    private long limit;
    private boolean checkValues;

    private Found found;
    private long offset;
    private long end;
    private int keyLength;
    private long valueLength;
    private long appendMs;
    private long ownTtlMs;
    private int keyStart;
    private boolean valueWhole;
    private boolean far;
    /** A key that is longer than the window; the scan's own memory then grows to its length. */
    private ByteBuffer longKey;

    private SegmentBytes bytes;

    /**
     * Begins a walk at an offset where a record starts.
     *
     * @param newBytes the segment; its text names it in errors
     * @param newHeader gives salt and creation time
     * @param from where to begin
     * @param to where the records end, or the file
     * @param checkAll whether values are read and their CRCs checked, or only skipped
     */
    public void start(SegmentBytes newBytes, SegmentHeader newHeader, long from, long to, boolean checkAll) {
        bytes = newBytes;
        header = newHeader;
        limit = to;
        checkValues = checkAll;
        checksum.salt(newHeader.salt());
        window.use(newBytes, to);
        found = Found.PAD;
        offset = from;
        end = from;
        far = !checkAll;
        longKey = null;
    }

    /** Goes to the next record or bad bytes. */
    public Found next() throws IOException {
        if (found == Found.END) {
            return found;
        }
        offset = end;
        if (offset >= limit) {
            found = Found.END;
        } else if (readRecord(offset, RecordLayout.KEY_LENGTH_MAX)) {
            finishRecord();
        } else {
            found = Found.DAMAGE;
            end = lookBehind(offset + RecordLayout.ALIGNMENT);
        }
        return found;
    }

    /** As {@link #next}, but does not look behind bad bytes: these end after the first 8. */
    public Found nextHere() throws IOException {
        offset = end;
        if (offset < limit && readRecord(offset, RecordLayout.KEY_LENGTH_MAX)) {
            finishRecord();
        } else {
            found = Found.DAMAGE;
            end = offset + RecordLayout.ALIGNMENT;
        }
        return found;
    }

    /** Reads and checks a record's header and key; only then sets the fields. */
    private boolean readRecord(long at, int keyLengthMax) throws IOException {
        if (!window.ensure(at, RecordLayout.HEADER_LENGTH, far)) {
            return false;
        }
        ByteBuffer buffer = window.buffer();
        int position = window.position(at);
        if (!RecordLayout.plausible(buffer, position, limit - at, keyLengthMax)) {
            return false;
        }
        boolean ownTtl = RecordLayout.hasOwnTtl(buffer, position);
        int length = RecordLayout.keyLength(buffer, position);
        int headLength = RecordLayout.keyStart(ownTtl) + length;
        if (headLength <= ScanWindow.CAPACITY - FileSystem.BLOCK) {
            if (!window.ensure(at, headLength, far)) {
                return false;
            }
            position = window.position(at);
            if (RecordLayout.headerCrc(checksum, buffer, position, at) != RecordLayout.headerCrc(buffer, position)) {
                return false;
            }
        } else if (!isLongHeadWhole(at, headLength)) {
            return false;
        }
        window.ensure(at, RecordLayout.keyStart(ownTtl), far);
        takeFields(window.position(at));
        end = at + RecordLayout.recordLength(keyLength, valueLength, ownTtl);
        return true;
    }

    private boolean isLongHeadWhole(long at, int headLength) throws IOException {
        int crc = RecordLayout.headerCrc(window.buffer(), window.position(at));
        checksum.startAt(at);
        return add(at + RecordLayout.CRC_LENGTH, headLength - RecordLayout.CRC_LENGTH) && checksum.end() == crc;
    }

    /** Adds bytes of any number to the sum; false if the source ends before. */
    private boolean add(long from, long length) throws IOException {
        long to = from + length;
        for (long at = from; at < to; ) {
            if (!window.ensure(at, 1, false)) {
                return false;
            }
            int count = (int) Math.min(to - at, window.available(at));
            checksum.update(window.buffer(), window.position(at), count);
            at += count;
        }
        return true;
    }

    private void takeFields(int position) {
        ByteBuffer buffer = window.buffer();
        keyLength = RecordLayout.keyLength(buffer, position);
        valueLength = RecordLayout.valueLength(buffer, position);
        appendMs = header.createdMs() + RecordLayout.appendDelta(buffer, position);
        ownTtlMs = RecordLayout.ownTtl(buffer, position);
        keyStart = RecordLayout.keyStart(buffer, position);
        longKey = null;
        found = switch (RecordLayout.type(buffer, position)) {
            case RecordLayout.VALUE -> Found.VALUE;
            case RecordLayout.KEY_DIRECTORY -> Found.KEY_DIRECTORY;
            case RecordLayout.MARK -> Found.MARK;
            default -> Found.PAD;
        };
    }

    private void finishRecord() throws IOException {
        far = !checkValues && end - offset > ScanWindow.CAPACITY / 16;
        valueWhole = true;
        if (found == Found.KEY_DIRECTORY || found == Found.MARK || found == Found.VALUE && checkValues) {
            valueWhole = isValueWhole(valueOffset(), valueLength);
        }
    }

    /** Checks the value of what was found, in a walk that skips values: so the key can be used before, without reading twice. */
    boolean checkValue() throws IOException {
        valueWhole = isValueWhole(valueOffset(), valueLength);
        return valueWhole;
    }

    private boolean isValueWhole(long from, long length) throws IOException {
        checksum.start();
        if (!add(from, length)) {
            return false;
        }
        int crc = checksum.end();
        return window.ensure(from + length, RecordLayout.CRC_LENGTH, far)
                && window.buffer().getInt(window.position(from + length)) == crc;
    }

    /** Finds where the next record starts that passes, or the end. */
    private long lookBehind(long from) throws IOException {
        far = false;
        long bad = offset;
        long at = from;
        while (window.ensure(at, RecordLayout.HEADER_LENGTH, false)) {
            at = nextCandidate(at);
            if (window.available(at) < RecordLayout.HEADER_LENGTH) {
                continue;
            }
            if (readRecord(at, KEY_LENGTH_MAX_BEHIND_DAMAGE)) {
                found = Found.DAMAGE;
                offset = bad;
                return at;
            }
            at += RecordLayout.ALIGNMENT;
        }
        return limit;
    }

    /** The first place in the window whose type and key length could be a record's, or the first behind the window. */
    private long nextCandidate(long from) {
        ByteBuffer buffer = window.buffer();
        int position = window.position(from);
        int last = position + window.available(from) - RecordLayout.HEADER_LENGTH;
        int at = position;
        while (at <= last) {
            int word = buffer.getInt(at + RecordLayout.HEADER_LENGTH - Integer.BYTES);
            int type = word >>> 24 & ~RecordLayout.OWN_TTL;
            if (type >= RecordLayout.VALUE
                    && type <= RecordLayout.PAD
                    && (word & RecordLayout.KEY_LENGTH_MAX) <= KEY_LENGTH_MAX_BEHIND_DAMAGE) {
                break;
            }
            at += RecordLayout.ALIGNMENT;
        }
        return from + (at - position);
    }

    /** Where what was found begins. */
    public long offset() {
        return offset;
    }

    /** Where it ends, and what comes next begins. */
    public long end() {
        return end;
    }

    public int keyLength() {
        return keyLength;
    }

    /** The key, from position to limit; the buffer is the scan's, and good until the next call of the scan. */
    public ByteBuffer key() throws IOException {
        long from = valueOffset() - keyLength;
        if (keyLength <= ScanWindow.CAPACITY - FileSystem.BLOCK) {
            if (!window.ensure(from, keyLength, far)) {
                throw new CorruptException(bytes.toString(), from, "a key of " + keyLength + " bytes", "its end");
            }
            int position = window.position(from);
            return keyView.limit(position + keyLength).position(position);
        }
        if (longKey == null) {
            longKey = ByteBuffer.allocate(keyLength);
            if (bytes.read(from, longKey) < keyLength) {
                throw new CorruptException(bytes.toString(), from, "a key of " + keyLength + " bytes", "its end");
            }
            longKey.flip();
        }
        return longKey;
    }

    /**
     * The value and its CRC behind it, from position to limit, as {@link #key} gives the key, which is no longer good then;
     * null if it is too long for that.
     */
    public ByteBuffer valueAndCrc() throws IOException {
        long length = valueLength + RecordLayout.CRC_LENGTH;
        if (length > ScanWindow.CAPACITY - FileSystem.BLOCK) {
            return null;
        }
        if (!window.ensure(valueOffset(), (int) length, false)) {
            throw new CorruptException(
                    bytes.toString(), valueOffset(), "a value of " + valueLength + " bytes", "the end before");
        }
        int position = window.position(valueOffset());
        return keyView.limit(position + (int) length).position(position);
    }

    public long valueOffset() {
        return offset + keyStart + keyLength;
    }

    public long valueLength() {
        return valueLength;
    }

    public long appendMs() {
        return appendMs;
    }

    /** 0 for none. */
    public long ownTtlMs() {
        return ownTtlMs;
    }

    /** Whether the value passed its CRC; always true of what was not checked. */
    public boolean isValueWhole() {
        return valueWhole;
    }

    /** Of a mark: below this everything was synced. */
    public long durableOffset() throws IOException {
        window.ensure(offset, MarkLayout.RECORD_LENGTH, far);
        return MarkLayout.durableOffset(window.buffer(), window.position(offset));
    }

    /** Of a key directory: the buffer that holds it, for {@link KeyDirectoryLayout}; good until the scan's next call. */
    ByteBuffer directory() throws IOException {
        window.ensure(offset, (int) (end - offset), far);
        return window.buffer();
    }

    /** Where in that buffer it begins. */
    int directoryPosition() {
        return window.position(offset);
    }

    /** The last error of the device on the way, or null; what could not be read counts as bad bytes. */
    public IOException unreadable() {
        return window.unreadable();
    }
}

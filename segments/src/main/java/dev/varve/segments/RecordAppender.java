package dev.varve.segments;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Copies records into a segment's chunks, with their checksums. Used under the lane's lock, which owns its state; the chunks
 * a record may need are reserved before.
 */
final class RecordAppender {
    /** Large copies go in pieces of this many bytes, so that the checksum finds them in the cache. */
    private static final int PIECE_LENGTH = 64 << 10;

    private static final int SCRATCH_LENGTH = 64;

    private final Checksum checksum = new Checksum();
    private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final WritePool pool;

    private ActiveSegment segment;
    private long recordStart;
    private long cursor;
    private int chunksTaken;

    RecordAppender(WritePool pool) {
        this.pool = pool;
    }

    /** Begins a run of records at the end of the segment. */
    void begin(ActiveSegment active) {
        segment = active;
        cursor = active.appended;
        recordStart = cursor;
        chunksTaken = 0;
        checksum.salt(active.segment.salt());
    }

    /** Chunks taken since {@link #begin}. */
    int chunksTaken() {
        return chunksTaken;
    }

    /** Where the next record will start, and the last one ended. */
    long cursor() {
        return cursor;
    }

    /** Appends a value's record; answers where it starts. */
    long value(AppendRequest r) {
        ByteBuffer key = r.key();
        ByteBuffer value = r.value();
        int keyLength = key.remaining();
        int valueLength = value.remaining();
        boolean own = r.ownTtlMs() != 0;
        long delta = RecordLayout.appendDelta(r.appendMs(), segment.segment.createdMs());
        int keyAndType = RecordLayout.keyAndType(keyLength, RecordLayout.VALUE, own);
        long length = RecordLayout.recordLength(keyLength, valueLength, own);
        recordStart = cursor;
        if (length <= segmentRoom()) {
            valueInOnePiece(r, keyAndType, delta, (int) length);
            return recordStart;
        }
        RecordLayout.encodeHeader(scratch, 0, valueLength, delta, keyAndType);
        if (own) {
            RecordLayout.putOwnTtl(scratch, 0, r.ownTtlMs());
        }
        RecordLayout.putHeaderCrc(scratch, 0, RecordLayout.headerCrc(checksum, scratch, 0, key, recordStart));
        put(scratch, 0, RecordLayout.keyStart(own));
        put(key, key.position(), keyLength);
        checksum.start();
        putSummed(value, value.position(), valueLength);
        putTrailer(checksum.end());
        return recordStart;
    }

    private void valueInOnePiece(AppendRequest r, int keyAndType, long delta, int length) {
        ByteBuffer key = r.key();
        ByteBuffer value = r.value();
        int keyLength = key.remaining();
        int valueLength = value.remaining();
        Chunk chunk = segment.tail;
        ByteBuffer to = chunk.appenderBytes;
        int at = (int) (cursor - chunk.baseOffset());
        RecordLayout.encodeHeader(to, at, valueLength, delta, keyAndType);
        int keyAt = at + RecordLayout.HEADER_LENGTH;
        if (r.ownTtlMs() != 0) {
            RecordLayout.putOwnTtl(to, at, r.ownTtlMs());
            keyAt += RecordLayout.OWN_TTL_LENGTH;
        }
        to.put(keyAt, key, key.position(), keyLength);
        RecordLayout.putHeaderCrc(to, at, RecordLayout.headerCrc(checksum, to, at, recordStart));
        int valueAt = keyAt + keyLength;
        checksum.start();
        if (valueLength <= PIECE_LENGTH) {
            to.put(valueAt, value, value.position(), valueLength);
            checksum.update(to, valueAt, valueLength);
        } else {
            copySummed(value, value.position(), valueLength, valueAt);
        }
        int crcAt = valueAt + valueLength;
        to.putInt(crcAt, checksum.end());
        for (int i = crcAt + RecordLayout.CRC_LENGTH, end = at + length; i < end; i++) {
            to.put(i, (byte) 0);
        }
        cursor += length;
    }

    /** Says that everything below an offset is durable. */
    void mark(long durableOffset, long appendMs) {
        recordStart = cursor;
        MarkLayout.encode(scratch, 0, durableOffset, RecordLayout.appendDelta(appendMs, segment.segment.createdMs()));
        RecordLayout.finish(checksum, scratch, 0, cursor);
        put(scratch, 0, MarkLayout.RECORD_LENGTH);
        segment.lastMarkEnd = cursor;
    }

    /** Writes the gathered entries as a key directory. */
    void keyDirectory(long appendMs) {
        KeyDirectoryBuffer entries = segment.keyDirectory;
        recordStart = cursor;
        ByteBuffer record = entries.encode(RecordLayout.appendDelta(appendMs, segment.segment.createdMs()));
        RecordLayout.finish(checksum, record, 0, cursor);
        put(record, 0, record.limit());
        entries.wrote(recordStart);
    }

    private long segmentRoom() {
        Chunk tail = segment.tail;
        return tail == null ? 0 : tail.endOffset() - cursor;
    }

    private void putTrailer(int valueCrc) {
        long end = RecordLayout.align(cursor + RecordLayout.CRC_LENGTH);
        scratch.putInt(0, valueCrc);
        scratch.putInt(RecordLayout.CRC_LENGTH, 0);
        put(scratch, 0, (int) (end - cursor));
    }

    private void put(ByteBuffer from, int position, int length) {
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, room());
            Chunk tail = segment.tail;
            tail.appenderBytes.put((int) (cursor - tail.baseOffset()), from, position + done, count);
            cursor += count;
            done += count;
        }
    }

    private void putSummed(ByteBuffer from, int position, int length) {
        int done = 0;
        while (done < length) {
            int count = Math.min(length - done, room());
            copySummed(from, position + done, count, (int) (cursor - segment.tail.baseOffset()));
            cursor += count;
            done += count;
        }
    }

    private void copySummed(ByteBuffer from, int position, int length, int to) {
        ByteBuffer chunk = segment.tail.appenderBytes;
        for (int done = 0; done < length; done += PIECE_LENGTH) {
            int count = Math.min(PIECE_LENGTH, length - done);
            chunk.put(to + done, from, position + done, count);
            checksum.update(chunk, to + done, count);
        }
    }

    /** Room in the tail chunk; takes the next chunk when there is none. */
    private int room() {
        long room = segmentRoom();
        if (room == 0) {
            Chunk full = segment.tail;
            if (full != null && recordStart < cursor) {
                full.lastBoundary = recordStart;
            }
            segment.addTail(pool.take(), cursor);
            chunksTaken++;
            room = segmentRoom();
        }
        return (int) room;
    }
}

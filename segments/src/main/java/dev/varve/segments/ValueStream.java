package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes one large value into a segment of its own, in pieces, by the caller's thread, with a small buffer however long the
 * value. The file is sealed and durable when {@link #finish} returns; nobody sees it before {@link #publish}. Not
 * thread-safe.
 */
public final class ValueStream {
    private static final int BUFFER_LENGTH = 1 << 20;

    private final TableWriter table;
    private final DriveWriter drive;
    private final Segment segment;
    private final StoreFile file;
    private final long recycledLength;
    private final long hash;
    private final ByteBuffer buffer;
    private final Checksum checksum;
    private final long valueLength;
    /** Offset in the file of the buffer's first byte. */
    private long bufferOffset = RecordLayout.DATA_START;

    private long valueWritten;
    private boolean open = true;

    ValueStream(TableWriter table, DriveWriter drive, AppendRequest r, long valueLength) throws IOException {
        this.table = table;
        this.drive = drive;
        this.valueLength = valueLength;
        hash = r.hash();
        long now = drive.scope().clock().nowMs();
        SegmentHeader header = table.newHeader(drive, drive.laneCount(), now);
        PreparedSegment made;
        try {
            made = drive.createSegment(header, table, valueLength >= table.targetLength() / 2);
        } catch (IOException e) {
            throw failed(e);
        }
        file = made.file();
        recycledLength = made.recycledLength();
        segment = new Segment(header, table.files(), drive.drive());
        checksum = new Checksum(header.salt());
        buffer = drive.takeStreamBuffer(BUFFER_LENGTH);
        segment.tally().add(r.key().remaining(), valueLength, segment.recordMs(r.appendMs()), r.ownTtlMs());
        putStart(r);
        checksum.start();
    }

    private void putStart(AppendRequest r) throws IOException {
        boolean own = r.ownTtlMs() != 0;
        long delta = RecordLayout.appendDelta(r.appendMs(), segment.createdMs());
        int keyAndType = RecordLayout.keyAndType(r.key().remaining(), RecordLayout.VALUE, own);
        RecordLayout.encodeHeader(buffer, 0, valueLength, delta, keyAndType);
        if (own) {
            RecordLayout.putOwnTtl(buffer, 0, r.ownTtlMs());
        }
        int crc = RecordLayout.headerCrc(checksum, buffer, 0, r.key(), RecordLayout.DATA_START);
        RecordLayout.putHeaderCrc(buffer, 0, crc);
        buffer.position(RecordLayout.keyStart(own));
        put(r.key().duplicate());
    }

    /** Bytes of the value still missing. */
    public long remaining() {
        return valueLength - valueWritten;
    }

    /** Writes a piece of the value, all of the buffer; its position moves to its limit. */
    public void write(ByteBuffer piece) throws IOException {
        if (piece.remaining() > remaining()) {
            throw new IllegalArgumentException("the value was declared " + valueLength + " bytes long and "
                    + (valueWritten + piece.remaining()) + " came");
        }
        valueWritten += piece.remaining();
        checksum.update(piece, piece.position(), piece.remaining());
        put(piece);
    }

    private void put(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            if (!buffer.hasRemaining()) {
                writeBuffer(buffer.capacity());
            }
            int count = Math.min(from.remaining(), buffer.remaining());
            buffer.put(buffer.position(), from, from.position(), count);
            buffer.position(buffer.position() + count);
            from.position(from.position() + count);
        }
    }

    private void writeBuffer(int length) throws IOException {
        buffer.limit(length).position(0);
        try {
            file.write(buffer, bufferOffset);
        } catch (IOException e) {
            throw failed(e);
        }
        table.stats().wrote(length);
        bufferOffset += length;
        buffer.clear();
    }

    /**
     * Completes the record, syncs and seals.
     *
     * @return the record's address, for after {@link #publish}
     */
    public long finish() throws IOException {
        if (remaining() != 0) {
            throw new IOException("the value was declared " + valueLength + " bytes long and only " + valueWritten
                    + " came; nothing is stored");
        }
        ByteBuffer four = ByteBuffer.allocate(RecordLayout.CRC_LENGTH).order(buffer.order());
        put(four.putInt(0, checksum.end()));
        long end = bufferOffset + buffer.position();
        put(ByteBuffer.allocate((int) (RecordLayout.align(end) - end)));
        long directory = bufferOffset + buffer.position();
        KeyDirectoryBuffer entries = new KeyDirectoryBuffer(table.scope().pool().keyDirectories());
        entries.add(hash, RecordLayout.DATA_START);
        ByteBuffer record = entries.encode(0);
        RecordLayout.finish(checksum, record, 0, directory);
        put(record);
        long dataEnd = bufferOffset + buffer.position();
        int tail = buffer.position();
        int blocks = (int) Blocks.ceil(tail);
        for (int i = tail; i < blocks; i++) {
            buffer.put(i, (byte) 0);
        }
        if (blocks > 0) {
            writeBuffer(blocks);
        }
        seal(dataEnd, directory);
        return Address.of(segment.sequence(), RecordLayout.DATA_START);
    }

    private void seal(long dataEnd, long directory) throws IOException {
        try {
            file.sync();
            drive.writeSeal(
                    file,
                    new Seal(
                            segment.header(),
                            dataEnd,
                            directory,
                            segment.tally().totals()));
            table.stats().synced();
            long end = Blocks.ceil(dataEnd);
            for (long length = file.length(); length > end; length = file.length()) {
                file.truncate(Math.max(end, length - SealTask.TRUNCATE_LENGTH));
            }
            file.close();
        } catch (IOException e) {
            throw failed(e);
        }
        segment.sealed(dataEnd, directory);
    }

    /** Makes the segment one of the table's. After {@link #finish}. */
    public Segment publish() {
        end();
        table.segments().add(segment);
        table.noteSealed(segment);
        drive.scope().events().sealed(segment);
        return segment;
    }

    /** Gives up; the file is recycled or deleted. May be called at any time before {@link #publish}, and more than once. */
    public void abort() {
        if (end()) {
            drive.discard(new PreparedSegment(segment.header(), file, Math.max(recycledLength, bufferOffset)), table);
        }
    }

    private boolean end() {
        boolean first = open;
        open = false;
        if (first) {
            drive.giveStreamBuffer(buffer);
        }
        return first;
    }

    private IOException failed(IOException cause) {
        if (!(cause instanceof NoSpaceException)) {
            drive.drive().fail(cause);
        }
        return cause;
    }
}

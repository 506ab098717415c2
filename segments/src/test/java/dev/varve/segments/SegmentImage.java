package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The bytes of a segment file, put together record by record without any of the write side. */
final class SegmentImage {
    static final long CREATED = 1_700_000_000_000L;
    static final KeyHash HASH = key -> {
        long hash = 7;
        for (int i = key.position(); i < key.limit(); i++) {
            hash = hash * 31 + key.get(i);
        }
        return hash;
    };

    /** A value as it was put in. */
    record Value(int number, long offset, long end, String key, byte[] bytes, long ownTtlMs) {
        long hash() {
            return HASH.hash(ByteBuffer.wrap(key.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    final List<Value> values = new ArrayList<>();
    final List<Long> directories = new ArrayList<>();
    private final SegmentHeader header;
    private final Checksum checksum;
    private ByteBuffer bytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    private int end = RecordLayout.DATA_START;
    private int listed;

    SegmentImage() {
        this(1, 0x5a17);
    }

    SegmentImage(long sequence, long salt) {
        header = header(sequence, salt);
        checksum = new Checksum(salt);
        SegmentHeaderLayout.encode(header, bytes, 0);
    }

    static SegmentHeader header(long sequence, long salt) {
        return new SegmentHeader(
                SegmentHeader.SEGMENT, new SegmentOwner(new UUID(1, 2), 3, 0, 0), sequence, CREATED, salt);
    }

    SegmentHeader header() {
        return header;
    }

    int end() {
        return end;
    }

    SegmentImage value(String key, int length) {
        return value(key, length, 0);
    }

    /** Each value's append time is its number in ms after the segment's creation. */
    SegmentImage value(String key, int length, long ownTtlMs) {
        byte[] keyBytes = key.getBytes(StandardCharsets.ISO_8859_1);
        byte[] value = FileSystemContract.random(length, end);
        boolean own = ownTtlMs != 0;
        room(RecordLayout.recordLength(keyBytes.length, length, own));
        int keyAndType = RecordLayout.keyAndType(keyBytes.length, RecordLayout.VALUE, own);
        RecordLayout.encodeHeader(bytes, end, length, values.size(), keyAndType);
        if (own) {
            RecordLayout.putOwnTtl(bytes, end, ownTtlMs);
        }
        bytes.put(end + RecordLayout.keyStart(own), keyBytes);
        bytes.put(end + RecordLayout.keyStart(own) + keyBytes.length, value);
        int start = end;
        finish();
        values.add(new Value(values.size(), start, end, key, value, ownTtlMs));
        return this;
    }

    SegmentImage values(int count, int length) {
        for (int i = 0; i < count; i++) {
            value("key-" + values.size(), length);
        }
        return this;
    }

    /** Everything so far was synced. */
    SegmentImage mark() {
        return mark(end);
    }

    SegmentImage mark(long durable) {
        room(MarkLayout.RECORD_LENGTH);
        MarkLayout.encode(bytes, end, durable, values.size());
        return finish();
    }

    SegmentImage pad(int length) {
        room(RecordLayout.recordLength(0, length, false));
        RecordLayout.encodeHeader(bytes, end, length, 0, RecordLayout.keyAndType(0, RecordLayout.PAD, false));
        finish();
        // What a failed copy left, also where a CRC would be.
        bytes.put(end - 8, FileSystemContract.random(8, 9));
        return this;
    }

    SegmentImage directory() {
        List<Value> unlisted = values.subList(listed, values.size());
        room(KeyDirectoryLayout.recordLength(unlisted.size()));
        long previous = directories.isEmpty() ? 0 : directories.get(directories.size() - 1);
        KeyDirectoryLayout.encodeStart(bytes, end, unlisted.size(), previous, values.size());
        for (int i = 0; i < unlisted.size(); i++) {
            KeyDirectoryLayout.putEntry(
                    bytes, end, i, unlisted.get(i).hash(), unlisted.get(i).offset());
        }
        listed = values.size();
        directories.add((long) end);
        return finish();
    }

    SegmentImage seal() {
        directory();
        SealLayout.encode(expectedSeal(), bytes, SealLayout.OFFSET);
        return this;
    }

    /** The seal that fits what is in here, the last record being a directory. */
    Seal expectedSeal() {
        long directory = directories.isEmpty() ? 0 : directories.get(directories.size() - 1);
        return new Seal(header, end, directory, totals(values));
    }

    static SegmentTotals totals(List<Value> values) {
        SegmentTally tally = new SegmentTally();
        for (Value value : values) {
            long appendMs = CREATED + value.number();
            tally.add(value.key().length(), value.bytes().length, appendMs, value.ownTtlMs());
        }
        return tally.totals();
    }

    private SegmentImage finish() {
        RecordLayout.finish(checksum, bytes, end, end);
        end += (int) RecordLayout.recordLength(bytes, end);
        return this;
    }

    private void room(long length) {
        while (end + length > bytes.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate(bytes.capacity() * 2).order(ByteOrder.LITTLE_ENDIAN);
            bytes = larger.put(0, bytes.array());
        }
    }

    /** The file's bytes, to the end of the data. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes.array(), end);
    }

    static void write(FileSystem fileSystem, Path path, byte[] content) throws IOException {
        MetaFiles.deleteIfThere(fileSystem, path);
        try (StoreFile file = fileSystem.open(path, OpenMode.CREATE)) {
            file.write(ByteBuffer.wrap(content), 0);
        }
    }

    static byte[] read(FileSystem fileSystem, Path path) throws IOException {
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            ByteBuffer content = ByteBuffer.allocate((int) file.length());
            file.read(content, 0);
            return content.array();
        }
    }

    static Optional<Seal> sealOf(FileSystem fileSystem, Path path) throws IOException {
        try (StoreFile file = fileSystem.open(path, OpenMode.READ)) {
            return SegmentHead.read(file).seal();
        }
    }
}

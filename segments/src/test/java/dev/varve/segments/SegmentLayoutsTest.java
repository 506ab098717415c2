package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** The bytes of a segment file, pinned: whoever changes them has to raise the version. */
class SegmentLayoutsTest {
    private static final UUID STORE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    private static final SegmentOwner OWNER = new SegmentOwner(STORE, 0x01020304, 5, 6);
    private static final long SALT = 0x1122334455667788L;
    private static final SegmentHeader HEADER =
            new SegmentHeader(SegmentHeader.SEGMENT, OWNER, 0x0a0b0c0d0eL, 1_700_000_000_000L, SALT);
    private static final SegmentTotals TOTALS = new SegmentTotals(3, 30, 300, new SegmentTimes(11, 12, 13, 14));
    private static final Seal SEAL = new Seal(HEADER, 0x12340, 0x11110, TOTALS);

    private final ByteBuffer buffer = buffer(8192);

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private String hex(int from, int to) {
        return HexFormat.of().formatHex(buffer.array(), from, to);
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    @Test
    void header() throws FormatException {
        SegmentHeaderLayout.encode(HEADER, buffer, 4096);
        assertEquals(
                "5641525645534547" // magic
                        + "01000000" // version
                        + "01000000" // kind
                        + "7766554433221100" + "ffeeddccbbaa9988" // store
                        + "04030201" + "05000000" + "06000000" + "00000000" // table, drive, lane
                        + "0e0d0c0b0a000000" // sequence
                        + "0068e5cf8b010000" // created
                        + "8877665544332211", // salt
                hex(4096, 4096 + 72));
        assertEquals("VARVESEG", new String(buffer.array(), 4096, 8, StandardCharsets.US_ASCII));
        assertEquals(crc(buffer.array(), 4096, 4096 + 72), buffer.getInt(4096 + 72));
        assertEquals(HEADER, SegmentHeaderLayout.decode(buffer, 4096, "f"));
    }

    @Test
    void everyFlippedBitOfAHeaderIsFound() throws FormatException {
        SegmentHeaderLayout.encode(HEADER, buffer, 0);
        for (int bit = 0; bit < 76 * 8; bit++) {
            flip(bit);
            FormatException e = assertThrows(FormatException.class, () -> SegmentHeaderLayout.decode(buffer, 0, "f"));
            assertEquals("f", e.file());
            flip(bit);
        }
        assertEquals(HEADER, SegmentHeaderLayout.decode(buffer, 0, "f"));
    }

    @Test
    void versionsAreToldFromDamage() {
        SegmentHeaderLayout.encode(HEADER, buffer, 0);
        buffer.putInt(8, 2);
        assertThrows(FormatTooNewException.class, () -> SegmentHeaderLayout.decode(buffer, 0, "f"));
        buffer.putInt(8, 0);
        assertThrows(CorruptException.class, () -> SegmentHeaderLayout.decode(buffer, 0, "f"));
        buffer.putInt(72, crc(buffer.array(), 0, 72));
        assertThrows(FormatTooOldException.class, () -> SegmentHeaderLayout.decode(buffer, 0, "f"));
        buffer.putInt(8, 1).putInt(16, 9);
        CorruptException e = assertThrows(CorruptException.class, () -> SegmentHeaderLayout.decode(buffer, 0, "f"));
        assertEquals(72, e.offset());
        ByteBuffer zeros = buffer(4096);
        assertThrows(CorruptException.class, () -> SegmentHeaderLayout.decode(zeros, 0, "f"));
    }

    @Test
    void seal() {
        SealLayout.encode(SEAL, buffer, 0);
        assertEquals("VARVSEAL", new String(buffer.array(), 0, 8, StandardCharsets.US_ASCII));
        ByteBuffer block = buffer(4096);
        SegmentHeaderLayout.encode(HEADER, block, 0);
        assertEquals(HexFormat.of().formatHex(block.array(), 8, 72), hex(8, 72));
        assertEquals(
                "4023010000000000" + "1011010000000000" // data end, directory
                        + "0300000000000000" + "1e00000000000000" + "2c01000000000000" // sums
                        + "0b00000000000000" + "0c00000000000000" + "0d00000000000000" + "0e00000000000000", // times
                hex(72, 144));
        ByteBuffer salted = buffer(8 + 144).putLong(SALT).put(buffer.array(), 0, 144);
        assertEquals(crc(salted.array(), 0, 152), buffer.getInt(144));
        assertEquals(Optional.of(SEAL), SealLayout.decode(buffer, 0));
        for (int bit = 0; bit < 148 * 8; bit++) {
            flip(bit);
            assertEquals(Optional.empty(), SealLayout.decode(buffer, 0), "bit " + bit);
            flip(bit);
        }
    }

    @Test
    void valueRecord() {
        ByteBuffer key = ByteBuffer.wrap("key".getBytes(StandardCharsets.US_ASCII));
        byte[] value = "value".getBytes(StandardCharsets.US_ASCII);
        RecordLayout.encodeHeader(buffer, 8, 5, 0x1234, RecordLayout.keyAndType(3, RecordLayout.VALUE, false));
        buffer.put(8 + 16, key.array()).put(8 + 19, value);
        Checksum checksum = new Checksum(SALT);
        RecordLayout.finish(checksum, buffer, 8, 0x2008);

        assertEquals(32, RecordLayout.recordLength(3, 5, false));
        assertEquals("05000000" + "34120000" + "030000" + "01" + "6b6579" + "76616c7565", hex(12, 32));
        byte[] prefix = buffer(16).putLong(SALT).putLong(0x2008).array();
        ByteBuffer covered = buffer(16 + 15).put(prefix).put(buffer.array(), 12, 15);
        assertEquals(crc(covered.array(), 0, 31), RecordLayout.headerCrc(buffer, 8));
        ByteBuffer saltedValue = buffer(13).putLong(SALT).put(value);
        assertEquals(crc(saltedValue.array(), 0, 13), buffer.getInt(8 + 24));
        assertEquals("00000000", hex(8 + 28, 8 + 32));

        assertEquals(RecordLayout.headerCrc(buffer, 8), RecordLayout.headerCrc(checksum, buffer, 8, 0x2008));
        assertEquals(RecordLayout.headerCrc(buffer, 8), RecordLayout.headerCrc(checksum, buffer, 8, key, 0x2008));
        assertEquals(5, RecordLayout.valueLength(buffer, 8));
        assertEquals(0x1234, RecordLayout.appendDelta(buffer, 8));
        assertEquals(3, RecordLayout.keyLength(buffer, 8));
        assertEquals(RecordLayout.VALUE, RecordLayout.type(buffer, 8));
        assertEquals(0, RecordLayout.ownTtl(buffer, 8));
        assertEquals(32, RecordLayout.recordLength(buffer, 8));
    }

    @Test
    void ownTtl() {
        RecordLayout.encodeHeader(buffer, 0, 0, 1, RecordLayout.keyAndType(1, RecordLayout.VALUE, true));
        RecordLayout.putOwnTtl(buffer, 0, 60_000);
        buffer.put(24, (byte) 'k');
        RecordLayout.finish(new Checksum(SALT), buffer, 0, 8192);
        assertEquals("00000000" + "01000000" + "010000" + "81" + "60ea000000000000" + "6b", hex(4, 25));
        assertEquals(60_000, RecordLayout.ownTtl(buffer, 0));
        assertEquals(RecordLayout.VALUE, RecordLayout.type(buffer, 0));
        assertEquals(32, RecordLayout.recordLength(buffer, 0));
        ByteBuffer covered = buffer(16 + 21).putLong(SALT).putLong(8192).put(buffer.array(), 4, 21);
        assertEquals(crc(covered.array(), 0, 37), RecordLayout.headerCrc(buffer, 0));
    }

    @Test
    void mark() {
        MarkLayout.encode(buffer, 0, 0x3000, 7);
        RecordLayout.finish(new Checksum(SALT), buffer, 0, 0x4000);
        assertEquals("08000000" + "07000000" + "000000" + "03" + "0030000000000000", hex(4, 24));
        assertEquals(MarkLayout.RECORD_LENGTH, RecordLayout.recordLength(buffer, 0));
        assertEquals(0x3000, MarkLayout.durableOffset(buffer, 0));
    }

    @Test
    void keyDirectory() {
        KeyDirectoryLayout.encodeStart(buffer, 0, 2, 0x5000, 7);
        KeyDirectoryLayout.putEntry(buffer, 0, 0, 0x0102030405060708L, 0x2000);
        KeyDirectoryLayout.putEntry(buffer, 0, 1, -1, 0x7fff_fff8L);
        RecordLayout.finish(new Checksum(SALT), buffer, 0, 0x6000);
        assertEquals(
                "24000000" + "07000000" + "000000" + "02" // value length 36
                        + "0050000000000000" + "02000000"
                        + "0807060504030201" + "00040000"
                        + "ffffffffffffffff" + "ffffff0f",
                hex(4, 52));
        assertEquals(56, KeyDirectoryLayout.recordLength(2));
        assertEquals(56, RecordLayout.recordLength(buffer, 0));
        assertEquals(2, KeyDirectoryLayout.count(buffer, 0));
        assertEquals(0x5000, KeyDirectoryLayout.previousOffset(buffer, 0));
        assertEquals(0x0102030405060708L, KeyDirectoryLayout.hash(buffer, 0, 0));
        assertEquals(0x7fff_fff8L, KeyDirectoryLayout.offset(buffer, 0, 1));
    }

    @Test
    void lengths() {
        assertEquals(24, RecordLayout.recordLength(1, 0, false));
        assertEquals(24, RecordLayout.recordLength(1, 3, false));
        assertEquals(32, RecordLayout.recordLength(1, 4, false));
        assertEquals(0x1_0100_0020L, RecordLayout.recordLength((1 << 24) - 1, 0xffff_ffffL, true));
    }

    @Test
    void onlyWhatCouldBeAHeaderIsPlausible() {
        RecordLayout.encodeHeader(buffer, 0, 100, 0, RecordLayout.keyAndType(10, RecordLayout.VALUE, false));
        assertTrue(RecordLayout.plausible(buffer, 0, 136, 10));
        assertFalse(RecordLayout.plausible(buffer, 0, 135, 10));
        assertFalse(RecordLayout.plausible(buffer, 0, 136, 9));
        for (int type = 0; type < 256; type++) {
            RecordLayout.encodeHeader(buffer, 0, 100, 0, 10 | type << 24);
            assertEquals(type == 0x01 || type == 0x81, RecordLayout.plausible(buffer, 0, 1000, 10), "type " + type);
            RecordLayout.encodeHeader(buffer, 0, 8, 0, type << 24);
            assertEquals(type == 3 || type == 4, RecordLayout.plausible(buffer, 0, 1000, 10), "type " + type);
        }
        RecordLayout.encodeHeader(buffer, 0, 12 + 24, 0, 2 << 24);
        assertTrue(RecordLayout.plausible(buffer, 0, 1000, 10));
        RecordLayout.encodeHeader(buffer, 0, 12 + 23, 0, 2 << 24);
        assertFalse(RecordLayout.plausible(buffer, 0, 1000, 10));
        RecordLayout.encodeHeader(buffer, 0, 0xffff_ffffL, 0, RecordLayout.keyAndType(10, RecordLayout.VALUE, false));
        assertFalse(RecordLayout.plausible(buffer, 0, 1 << 30, 10));
    }

    @Test
    void addresses() {
        long last = Address.of(Address.SEQUENCE_LIMIT - 1, Address.OFFSET_LIMIT - 8);
        assertEquals(Long.MAX_VALUE, last);
        assertEquals(Address.SEQUENCE_LIMIT - 1, Address.sequence(last));
        assertEquals(Address.OFFSET_LIMIT - 8, Address.offset(last));
        assertEquals(3L << 28 | 1024, Address.of(3, 8192));
    }

    @Test
    void tally() {
        SegmentTally tally = new SegmentTally();
        assertEquals(SegmentTotals.EMPTY, tally.totals());
        tally.add(3, 10, 1000, 0);
        tally.add(4, 20, 900, 50);
        tally.add(5, 0, 1100, Long.MAX_VALUE);
        assertEquals(new SegmentTotals(3, 12, 30, new SegmentTimes(900, 1100, 1000, Long.MAX_VALUE)), tally.totals());
        tally.clear();
        assertEquals(SegmentTotals.EMPTY, tally.totals());
    }

    private void flip(int bit) {
        buffer.put(bit / 8, (byte) (buffer.get(bit / 8) ^ 1 << bit % 8));
    }
}

package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class IndexLayoutTest {
    private static final long SEQUENCE_MAX = (1L << IndexLayout.SEQUENCE_BITS) - 1;
    private static final long OFFSET_MAX = (1L << IndexLayout.OFFSET_BITS) - 1;

    private static final IndexLayout.Parameters PARAMETERS = new IndexLayout.Parameters(
            256, 2, 28, true, 0x0102030405L, 0x0102030406L, 0x0102040506L, 0x1234567L, 0x89abL);

    @Test
    void parametersAreTheseBytes() throws Exception {
        byte[] expected = HexFormat.of()
                .parseHex("5658474e" + "02000000" + "00010000" + "02000000" + "0100000000000000" + "0504030201000000"
                        + "0604030201000000" + "0605040201000000" + "6745230100000000" + "ab89000000000000"
                        + "1c000000" + "c5354a39");
        byte[] encoded = IndexLayout.encode(PARAMETERS);
        assertEquals(HexFormat.of().formatHex(expected), HexFormat.of().formatHex(encoded));
        assertEquals(PARAMETERS, IndexLayout.decode(encoded));
    }

    @Test
    void aWrittenPageIsTheseBytes() {
        SlabPool pool = new SlabPool(1 << 20);
        TableIndex index = new TableIndex(pool);
        while (index.prepareStep(TableIndex.GROWING) == Preparation.MORE) {
            // As many steps as it takes.
        }
        index.publishNext(0x20000);
        // First page, bucket 5 or 5 + 1 + 6, tag 0x123.
        long hash = 0x123L << 12 | 7 << 6 | 5;
        index.insert(hash, IndexLayout.address(0x20007, 0x1238));
        Generation frozen = index.freezeNewest();
        index.settle(frozen);
        ByteBuffer page = ByteBuffer.allocate(IndexLayout.PAGE_LENGTH);
        assertEquals(1, frozen.copyPages(0, page));
        byte[] expected = new byte[IndexLayout.PAGE_LENGTH];
        // base = 0x20000 - 0x10000; slot = tag << 49 | (0x20007 - base) << 28 | 0x1238 / 8
        long slot = 0x123L << 49 | 0x10007L << 28 | 0x1238 >> 3;
        ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN).putLong(5 * 64, slot);
        byte[] guard = HexFormat.of().parseHex("9eb1593a" + "00000000");
        System.arraycopy(guard, 0, expected, IndexLayout.GUARD_OFFSET, guard.length);
        assertArrayEquals(expected, page.array());
    }

    @Test
    void everyDamagedByteOfTheParametersIsFound() {
        byte[] good = IndexLayout.encode(PARAMETERS);
        for (int bit = 0; bit < good.length * 8; bit++) {
            byte[] bad = good.clone();
            bad[bit >> 3] ^= (byte) (1 << (bit & 7));
            DamagedPageException e = assertThrows(DamagedPageException.class, () -> IndexLayout.decode(bad));
            assertEquals(DamagedPageException.PARAMETERS, e.page());
        }
        assertThrows(DamagedPageException.class, () -> IndexLayout.decode(new byte[0]));
        assertThrows(DamagedPageException.class, () -> IndexLayout.decode(new byte[good.length + 1]));
    }

    @Test
    void anotherVersionIsNamed() {
        byte[] newer = IndexLayout.encode(PARAMETERS);
        newer[4]++;
        DamagedPageException e = assertThrows(DamagedPageException.class, () -> IndexLayout.decode(newer));
        assertEquals("parameters of a generation: expected version 0x2, found 0x3", e.getMessage());
    }

    @Property
    void addressesHoldWhatWasPacked(
            @ForAll @LongRange(max = SEQUENCE_MAX) long sequence, @ForAll @LongRange(max = OFFSET_MAX) long eighths) {
        long address = IndexLayout.address(sequence, eighths << 3);
        assertEquals(sequence, IndexLayout.sequence(address));
        assertEquals(eighths << 3, IndexLayout.offset(address));
        assertTrue(address >= 0);
    }

    @Property
    void slotsHoldTagAndAddress(
            @ForAll long hash,
            @ForAll @LongRange(max = SEQUENCE_MAX) long base,
            @ForAll @LongRange(max = IndexLayout.WINDOW - 1) long relative,
            @ForAll @LongRange(max = OFFSET_MAX) long eighths) {
        long sequence = Math.min(SEQUENCE_MAX, base + relative);
        long address = IndexLayout.address(sequence, eighths << 3);
        long tag = IndexLayout.tag(hash);
        long slot = IndexLayout.slot(tag, base, address);
        assertEquals(tag, IndexLayout.tagOf(slot));
        assertEquals(address, IndexLayout.addressOf(slot, base));
        assertNotEquals(0, slot);
        assertNotEquals(tag, IndexLayout.tagOf(IndexLayout.GUARD));
    }

    @Property
    void aHashLeadsToTwoBucketsOfOnePage(@ForAll long hash, @ForAll @IntRange(min = 1, max = 1 << 18) int pages) {
        int page = IndexLayout.page(hash, pages);
        assertTrue(page >= 0 && page < pages);
        int first = IndexLayout.firstBucket(hash);
        int second = IndexLayout.secondBucket(hash);
        assertNotEquals(first, second);
        for (int bucket : new int[] {first, second}) {
            assertEquals(0, bucket % IndexLayout.BUCKET_SLOTS);
            assertTrue(bucket >= 0 && bucket < IndexLayout.PAGE_SLOTS);
        }
        long tag = IndexLayout.tag(hash);
        assertTrue(tag > 0 && tag < 1 << IndexLayout.TAG_BITS);
        assertTrue(IndexLayout.overflowStart(hash) < IndexLayout.OVERFLOW_ENTRIES);
    }

    @Property
    void theWindowIsTwoMebiSequences(@ForAll @LongRange(max = SEQUENCE_MAX) long base) {
        assertTrue(IndexLayout.fits(base, base));
        assertTrue(IndexLayout.fits(base + IndexLayout.WINDOW - 1, base));
        assertTrue(!IndexLayout.fits(base + IndexLayout.WINDOW, base));
        assertTrue(!IndexLayout.fits(base - 1, base));
    }
}

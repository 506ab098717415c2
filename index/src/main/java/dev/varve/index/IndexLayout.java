package dev.varve.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The one home of the index's bits: where a hash leads, slots, pages, overflow entries, and the parameters of a
 * generation that was written. All little-endian.
 *
 * <pre>
 * address   63                              28 27                       0
 *           +--------------------------------+--------------------------+
 *           | sequence (35)                  | offset / 8 (28)          |   0 = none
 *           +--------------------------------+--------------------------+
 *
 * slot      63          49 48               28 27                       0
 *           +-------------+------------------+--------------------------+
 *           | tag (15)    | sequence - base  | offset / 8 (28)          |   0 = free; a tag is never 0
 *           +-------------+------------------+--------------------------+
 *
 * hash      63                  32 31   27 26        12 11     6 5      0
 *           +----------------------+-------+------------+--------+-------+
 *           | page, as a fraction  |       | tag (15)   | second | first |   second = first + 1 .. 63, modulo 64
 *           +----------------------+-------+------------+--------+-------+
 *
 * page      0        64       128                         4032         4088      4096
 *           +--------+--------+-------- ... ----------------+------------+---------+
 *           | bucket | bucket |                             | 7 slots    | guard   |
 *           +--------+--------+-------- ... ----------------+------------+---------+
 *            8 slots each                                                  in memory: 1, which is no tag and not free
 *                                                                          written: u32 CRC32C | u32 page number
 *
 * overflow  0             8         16                      4080         4088      4096
 * page      +-------------+---------+-------- ... ----------+------------+---------+
 *           | hash, not 0 | address | 254 more              | 0          | guard   |
 *           +-------------+---------+-------- ... ----------+------------+---------+
 *
 * parameters
 *            0  u32  magic "VXGN"              32  u64  lowest sequence
 *            4  u32  version                   40  u64  highest sequence
 *            8  u32  pages, all                48  u64  entries
 *           12  u32  overflow pages            56  u64  overflow entries
 *           16  u64  flags                     64  u32  filter pages, the last
 *           24  u64  base                      68  u32  CRC32C of bytes 0 to 67
 * </pre>
 *
 * <p>First come the pages with buckets, then the overflow pages, then the filter pages: 511 words each and the guard. The upper
 * half of a hash, as a fraction, leads to one of their words (to the one before, where the guard is), its bits 0 to 23,
 * six at a time, to the four bits that are set there.
 *
 * <p>A page's CRC32C covers the CRC of the parameters, the page number and the 4088 bytes before the guard, so that a
 * page of another generation, or at another place, does not pass.
 */
public final class IndexLayout {
    /** Bytes of a page. */
    public static final int PAGE_LENGTH = 4096;

    /** Bytes of the parameters. */
    public static final int PARAMETERS_LENGTH = 72;

    static final int VERSION = 2;
    static final int MAGIC = 'V' | 'X' << 8 | 'G' << 16 | 'N' << 24;
    static final long FLAG_OUTSIDERS = 1;

    static final int PAGE_SLOTS = PAGE_LENGTH / Long.BYTES;
    static final int PAGE_BUCKETS = 64;
    static final int BUCKET_SLOTS = 8;
    static final int GUARD_SLOT = PAGE_SLOTS - 1;
    static final long GUARD = 1;
    static final int GUARD_OFFSET = PAGE_LENGTH - Long.BYTES;

    static final int OFFSET_BITS = 28;
    static final int SEQUENCE_BITS = 35;
    static final int WINDOW_BITS = 21;
    static final int TAG_BITS = 15;
    static final int TAG_SHIFT = OFFSET_BITS + WINDOW_BITS;
    static final long WINDOW = 1L << WINDOW_BITS;
    private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    static final int OVERFLOW_ENTRIES = GUARD_OFFSET / (2 * Long.BYTES);

    private static final int AT_MAGIC = 0;
    private static final int AT_VERSION = 4;
    private static final int AT_PAGES = 8;
    private static final int AT_OVERFLOW_PAGES = 12;
    private static final int AT_FLAGS = 16;
    private static final int AT_BASE = 24;
    private static final int AT_LOWEST = 32;
    private static final int AT_HIGHEST = 40;
    private static final int AT_ENTRIES = 48;
    private static final int AT_OVERFLOW_ENTRIES = 56;
    private static final int AT_FILTER_PAGES = 64;
    private static final int AT_CRC = 68;

    /** What is written of a generation besides its pages. */
    record Parameters(
            int pages,
            int overflowPages,
            int filterPages,
            boolean outsiders,
            long base,
            long lowestSequence,
            long highestSequence,
            long entries,
            long overflowEntries) {}

    private IndexLayout() {}

    /** Packs a record's place: a sequence below 2^35 and an offset below 2^31 that is a multiple of 8. */
    public static long address(long sequence, long offset) {
        return sequence << OFFSET_BITS | offset >>> 3;
    }

    /** The sequence in an address. */
    public static long sequence(long address) {
        return address >>> OFFSET_BITS;
    }

    /** The offset in an address. */
    public static long offset(long address) {
        return (address & OFFSET_MASK) << 3;
    }

    /** Which of so many pages a hash belongs to. */
    static int page(long hash, int pages) {
        return (int) ((hash >>> 32) * pages >>> 32);
    }

    /** The first slot, within its page, of the first bucket. */
    static int firstBucket(long hash) {
        return (int) (hash & PAGE_BUCKETS - 1) * BUCKET_SLOTS;
    }

    /** The first slot, within its page, of the second bucket, which is never the first one. */
    static int secondBucket(long hash) {
        int distance = 1 + (((int) hash >>> 6 & PAGE_BUCKETS - 1) * (PAGE_BUCKETS - 1) >>> 6);
        return ((int) hash + distance & PAGE_BUCKETS - 1) * BUCKET_SLOTS;
    }

    /** The tag of a hash, 1 to 2^15 - 1. */
    static long tag(long hash) {
        long tag = hash >>> 12 & (1 << TAG_BITS) - 1;
        return tag | tag - 1 >>> 63;
    }

    /** Whether a sequence can be told relative to a base. */
    static boolean fits(long sequence, long base) {
        return Long.compareUnsigned(sequence - base, WINDOW) < 0;
    }

    static long slot(long tag, long base, long address) {
        return tag << TAG_SHIFT | address - (base << OFFSET_BITS);
    }

    static long tagOf(long slot) {
        return slot >>> TAG_SHIFT;
    }

    static long addressOf(long slot, long base) {
        return (slot & (1L << TAG_SHIFT) - 1) + (base << OFFSET_BITS);
    }

    /** A hash as an overflow entry holds it. */
    static long overflowKey(long hash) {
        return hash == 0 ? 1 : hash;
    }

    /** The entry of an overflow page at which the search for a hash begins. */
    static int overflowStart(long hash) {
        return (int) (hash >>> 12 & 0xff) * OVERFLOW_ENTRIES >>> 8;
    }

    /** Which entries so many pages of hash slots take before they count as full: at most 0.80 of their slots. */
    static long capacity(int hashPages) {
        return (long) hashPages * GUARD_SLOT * 4 / 5;
    }

    /** The word of a filter that a hash leads to, of so many; never one that a guard takes. */
    static int filterWord(long hash, long wordCount) {
        int word = (int) ((hash >>> 32) * wordCount >>> 32);
        return word - ((word & PAGE_SLOTS - 1) + 1 >>> 9);
    }

    /** The bits of a filter's word that a hash sets. */
    static long filterMask(long hash) {
        return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12) | 1L << (hash >>> 18);
    }

    /** How many of all pages are filter pages, if there is a filter: a ninth, which is ten bits an entry. */
    static int filterPages(int pages) {
        return pages / 9;
    }

    /** How many of all pages are overflow pages. */
    static int overflowPages(int pages, boolean buffered) {
        // An insert buffer brings entries late, when the overflow may already count as full.
        return Math.max(1, pages >>> 8) + (buffered ? 1 : 0);
    }

    static byte[] encode(Parameters p) {
        ByteBuffer bytes = ByteBuffer.allocate(PARAMETERS_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(AT_MAGIC, MAGIC);
        bytes.putInt(AT_VERSION, VERSION);
        bytes.putInt(AT_PAGES, p.pages());
        bytes.putInt(AT_OVERFLOW_PAGES, p.overflowPages());
        bytes.putLong(AT_FLAGS, p.outsiders() ? FLAG_OUTSIDERS : 0);
        bytes.putLong(AT_BASE, p.base());
        bytes.putLong(AT_LOWEST, p.lowestSequence());
        bytes.putLong(AT_HIGHEST, p.highestSequence());
        bytes.putLong(AT_ENTRIES, p.entries());
        bytes.putLong(AT_OVERFLOW_ENTRIES, p.overflowEntries());
        bytes.putInt(AT_FILTER_PAGES, p.filterPages());
        bytes.putInt(AT_CRC, crc(bytes.array()));
        return bytes.array();
    }

    static Parameters decode(byte[] parameters) throws DamagedPageException {
        check("length", PARAMETERS_LENGTH, parameters.length);
        ByteBuffer bytes = ByteBuffer.wrap(parameters).order(ByteOrder.LITTLE_ENDIAN);
        check("magic", MAGIC, bytes.getInt(AT_MAGIC));
        check("version", VERSION, bytes.getInt(AT_VERSION));
        check("CRC32C", crc(parameters), bytes.getInt(AT_CRC));
        int pages = bytes.getInt(AT_PAGES);
        int overflowPages = bytes.getInt(AT_OVERFLOW_PAGES);
        if (pages < 1 || pages % GrowthPlan.slabPages(0) != 0) {
            throw new DamagedPageException(DamagedPageException.PARAMETERS, "pages that fill slabs", "" + pages);
        }
        if (overflowPages < 1 || overflowPages >= pages) {
            throw new DamagedPageException(
                    DamagedPageException.PARAMETERS, "overflow pages from 1 to below " + pages, "" + overflowPages);
        }
        int filterPages = bytes.getInt(AT_FILTER_PAGES);
        if (filterPages < 0 || filterPages >= pages - overflowPages) {
            throw new DamagedPageException(
                    DamagedPageException.PARAMETERS,
                    "filter pages from 0 to below " + (pages - overflowPages),
                    "" + filterPages);
        }
        return new Parameters(
                pages,
                overflowPages,
                filterPages,
                (bytes.getLong(AT_FLAGS) & FLAG_OUTSIDERS) != 0,
                bytes.getLong(AT_BASE),
                bytes.getLong(AT_LOWEST),
                bytes.getLong(AT_HIGHEST),
                bytes.getLong(AT_ENTRIES),
                bytes.getLong(AT_OVERFLOW_ENTRIES));
    }

    private static void check(String what, int expected, int found) throws DamagedPageException {
        if (expected != found) {
            throw new DamagedPageException(
                    DamagedPageException.PARAMETERS,
                    what + " 0x" + Integer.toHexString(expected),
                    "0x" + Integer.toHexString(found));
        }
    }

    private static int crc(byte[] parameters) {
        CRC32C crc = new CRC32C();
        crc.update(parameters, 0, AT_CRC);
        return (int) crc.getValue();
    }

    /** Reads and writes the guards of one generation's pages. For one thread. */
    static final class Guard {
        private final CRC32C crc = new CRC32C();
        private final byte[] prefix = new byte[2 * Integer.BYTES];
        private final int parametersCrc;

        Guard(byte[] parameters) {
            parametersCrc =
                    ByteBuffer.wrap(parameters).order(ByteOrder.LITTLE_ENDIAN).getInt(AT_CRC);
        }

        /** What belongs into the guard of the page that lies at {@code start}. Moves position and limit. */
        long of(int page, ByteBuffer bytes, int start) {
            ByteBuffer.wrap(prefix)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0, parametersCrc)
                    .putInt(Integer.BYTES, page);
            crc.reset();
            crc.update(prefix, 0, prefix.length);
            crc.update(bytes.limit(start + GUARD_OFFSET).position(start));
            return (long) page << 32 | crc.getValue();
        }
    }
}

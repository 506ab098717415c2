package dev.varve.segments;

import dev.varve.segments.RecordDiagnosis.Difference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Compares the key directories of a segment with the values between them, as a walk comes along them. Bad bytes are kept
 * until the next directory, which tells the records that lay there. For one thread; one segment after the other.
 */
final class KeyDirectoryAudit {
    /** The next directory lists at most this many values, so older ones need not be kept. */
    private static final int VALUES_KEPT = KeyDirectoryLayout.ENTRIES_MAX;

    private static final int DAMAGES_KEPT_MAX = 1 << 20;

    private final long[] offsets = new long[2 * VALUES_KEPT];
    private final long[] hashes = new long[2 * VALUES_KEPT];
    private int count;

    private long[] damageStarts = new long[8];
    private long[] damageEnds = new long[8];
    private int damageCount;
    /** Bad bytes that need no finding of their own any more. */
    private final BitSet damageNamed = new BitSet();

    private long lastDirectory;
    private boolean hashed;
    private long limit;
    private SegmentFindings findings;
    private RecordDiagnosis diagnosis;

    /**
     * Begins a segment.
     *
     * @param newHashed whether hashes can be compared, because the table's seed is known
     * @param newLimit where the records end
     */
    void start(SegmentFindings newFindings, RecordDiagnosis newDiagnosis, boolean newHashed, long newLimit) {
        findings = newFindings;
        diagnosis = newDiagnosis;
        hashed = newHashed;
        limit = newLimit;
        lastDirectory = 0;
        count = 0;
        forgetDamage();
    }

    private void forgetDamage() {
        damageCount = 0;
        damageNamed.clear();
    }

    /** A value, whole or not, whose key was read. */
    void value(long offset, long hash) {
        if (count == offsets.length) {
            System.arraycopy(offsets, VALUES_KEPT, offsets, 0, VALUES_KEPT);
            System.arraycopy(hashes, VALUES_KEPT, hashes, 0, VALUES_KEPT);
            count = VALUES_KEPT;
        }
        offsets[count] = offset;
        hashes[count] = hash;
        count++;
    }

    /** Bytes of which no record can be told. */
    void damage(long start, long end) {
        if (damageCount == DAMAGES_KEPT_MAX) {
            reportDamage();
        }
        if (damageCount == damageStarts.length) {
            damageStarts = Arrays.copyOf(damageStarts, 2 * damageCount);
            damageEnds = Arrays.copyOf(damageEnds, 2 * damageCount);
        }
        damageStarts[damageCount] = start;
        damageEnds[damageCount] = end;
        damageCount++;
    }

    /** A directory that is not whole, which was reported already. */
    void damagedDirectory(long start, long end) {
        damage(start, end);
        damageNamed.set(damageCount - 1);
    }

    /** Whether an offset lies in bad bytes seen since the last whole directory. */
    boolean isDamaged(long offset) {
        for (int i = 0; i < damageCount; i++) {
            if (offset >= damageStarts[i] && offset < damageEnds[i]) {
                return true;
            }
        }
        return false;
    }

    /** A whole directory. */
    void directory(long offset, ByteBuffer buffer, int position) {
        long previous = KeyDirectoryLayout.previousOffset(buffer, position);
        if (previous != lastDirectory && !isDamaged(previous)) {
            findings.problem(offset, "the former directory at " + lastDirectory, "it at " + previous);
        }
        compare(offset, buffer, position, previous);
        reportDamage();
        lastDirectory = offset;
        count = 0;
    }

    /** Values, entries and bad bytes all rise. */
    private void compare(long directory, ByteBuffer buffer, int position, long previous) {
        int entries = KeyDirectoryLayout.count(buffer, position);
        int value = 0;
        int region = 0;
        while (value < count && offsets[value] < previous) {
            value++;
        }
        for (int i = 0; i < entries; i++) {
            long offset = KeyDirectoryLayout.offset(buffer, position, i);
            long hash = KeyDirectoryLayout.hash(buffer, position, i);
            for (; value < count && offsets[value] < offset; value++) {
                findings.problem(directory, "an entry for the value at " + offsets[value], "none");
            }
            while (region < damageCount && damageEnds[region] <= offset) {
                region++;
            }
            if (value < count && offsets[value] == offset) {
                compareHash(directory, value, hash);
                value++;
            } else if (region < damageCount && damageStarts[region] <= offset) {
                nameDamaged(region, offset, hash);
            } else {
                findings.problem(directory, "entries for values, in their order", "one for offset " + offset);
            }
        }
        for (; value < count; value++) {
            findings.problem(directory, "an entry for the value at " + offsets[value], "none");
        }
    }

    private void compareHash(long directory, int value, long hash) {
        if (hashed && hashes[value] != hash) {
            String expected = "hash " + SegmentHeaderLayout.hex(hashes[value]) + " of the key at " + offsets[value];
            findings.problem(directory, expected, SegmentHeaderLayout.hex(hash));
        }
    }

    private void nameDamaged(int region, long offset, long hash) {
        Difference difference = diagnosis.ofHeader(offset, limit);
        String key = ", its key's hash " + SegmentHeaderLayout.hex(hash);
        findings.problem(offset, difference.expected() + key, difference.found());
        damageNamed.set(region);
    }

    /** The walk is over. */
    void end() {
        reportDamage();
    }

    private void reportDamage() {
        for (int i = damageNamed.nextClearBit(0); i < damageCount; i = damageNamed.nextClearBit(i + 1)) {
            Difference difference = diagnosis.ofHeader(damageStarts[i], limit);
            String extent = " (" + (damageEnds[i] - damageStarts[i]) + " bad bytes)";
            findings.problem(damageStarts[i], difference.expected(), difference.found() + extent);
        }
        forgetDamage();
    }

    long lastDirectory() {
        return lastDirectory;
    }
}

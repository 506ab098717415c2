package dev.varve.segments;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The published segments of a table, by sequence. Look-ups take no lock: a ring of references, in a place that follows from
 * its sequence, replaced by a longer one when two live sequences meet in one place. Changes are made under this
 * object's monitor, by lanes, recovery and expiry.
 */
public final class SegmentMap {
    private static final int FIRST_LENGTH = 16;
    private static final int RESERVATION_BITS = Long.numberOfTrailingZeros(TableMeta.RESERVATION);

    private volatile AtomicReferenceArray<Segment> ring = new AtomicReferenceArray<>(FIRST_LENGTH);
    private volatile int count;

    /** The live segment of this sequence, or null. */
    public Segment get(long sequence) {
        AtomicReferenceArray<Segment> now = ring;
        Segment segment = now.getAcquire(slot(sequence, now));
        return segment != null && segment.sequence() == sequence ? segment : null;
    }

    synchronized void add(Segment segment) {
        AtomicReferenceArray<Segment> now = ring;
        while (!place(now, segment)) {
            now = grown(now);
        }
        ring = now;
        count++;
    }

    synchronized boolean remove(Segment segment) {
        AtomicReferenceArray<Segment> now = ring;
        int slot = slot(segment.sequence(), now);
        if (now.getAcquire(slot) != segment) {
            return false;
        }
        now.setRelease(slot, null);
        count--;
        return true;
    }

    /** Neighbours do not meet; nor do sequences that lie one reservation apart, as after a few crashes. */
    private static int slot(long sequence, AtomicReferenceArray<Segment> ring) {
        return (int) (sequence + (sequence >>> RESERVATION_BITS)) & (ring.length() - 1);
    }

    private static boolean place(AtomicReferenceArray<Segment> to, Segment segment) {
        int slot = slot(segment.sequence(), to);
        Segment there = to.getAcquire(slot);
        if (there != null) {
            assert there.sequence() != segment.sequence() : "two segments of sequence " + segment.sequence();
            return false;
        }
        to.setRelease(slot, segment);
        return true;
    }

    private static AtomicReferenceArray<Segment> grown(AtomicReferenceArray<Segment> from) {
        int length = from.length();
        while (true) {
            length *= 2;
            AtomicReferenceArray<Segment> to = new AtomicReferenceArray<>(length);
            boolean fits = true;
            for (int i = 0; i < from.length() && fits; i++) {
                Segment segment = from.getAcquire(i);
                fits = segment == null || place(to, segment);
            }
            if (fits) {
                return to;
            }
        }
    }

    public int count() {
        return count;
    }

    /** The segments now live, by rising sequence. */
    public Segment[] snapshot() {
        Segment[] all = new Segment[count];
        AtomicReferenceArray<Segment> now;
        int found = 0;
        synchronized (this) {
            now = ring;
            all = count == all.length ? all : new Segment[count];
            for (int i = 0; i < now.length(); i++) {
                Segment segment = now.getAcquire(i);
                if (segment != null) {
                    all[found++] = segment;
                }
            }
        }
        Arrays.sort(all, Comparator.comparingLong(Segment::sequence));
        return all;
    }
}

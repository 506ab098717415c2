package dev.varve.index;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** The published generations of a table at one moment, newest first, and the search through all of them. Immutable. */
final class GenerationList {
    static final GenerationList EMPTY = new GenerationList(new Generation[0]);

    /** As many as a word has bits. */
    private static final int SEARCHED_AT_ONCE = Long.SIZE;

    /** No likelier than any other word: what was touched must be looked at, yet nothing comes of it. */
    static final long NEVER = 0x5bd1_e995_9d1b_54a7L;

    private final Generation[] generations;
    /** Those of each generation, a step nearer. */
    private final Buckets[] buckets;
    /** Of each generation; null where there is none. */
    private final BloomFilter[] filters;

    private GenerationList(Generation[] generations) {
        this.generations = generations;
        buckets = new Buckets[generations.length];
        filters = new BloomFilter[generations.length];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = generations[i].buckets();
            filters[i] = generations[i].filter();
        }
    }

    static GenerationList of(List<Generation> newestFirst) {
        return new GenerationList(newestFirst.toArray(new Generation[0]));
    }

    /** The newest generation, null if there is none. */
    Generation newest() {
        return generations.length == 0 ? null : generations[0];
    }

    List<Generation> all() {
        return List.of(generations);
    }

    GenerationList withNewest(Generation generation) {
        List<Generation> longer = new ArrayList<>(generations.length + 1);
        longer.add(generation);
        longer.addAll(all());
        return of(longer);
    }

    /** Shows the visitor all addresses that may belong to a hash; returns the one it took, or 0. */
    long find(long hash, CandidateVisitor visitor) {
        for (Generation generation : generations) {
            InsertBuffer buffer = generation.buffer();
            long found = buffer == null ? 0 : buffer.find(hash, visitor);
            if (found != 0) {
                return found;
            }
        }
        // What has left a buffer meanwhile is in filter and pages, which must be read after it.
        VarHandle.acquireFence();
        for (int from = 0; from < buckets.length; from += SEARCHED_AT_ONCE) {
            long promising = probe(hash, from, Math.min(from + SEARCHED_AT_ONCE, buckets.length));
            while (promising != 0) {
                long found = generations[from + Long.numberOfTrailingZeros(promising)].find(hash, visitor);
                if (found != 0) {
                    return found;
                }
                promising &= promising - 1;
            }
        }
        return 0;
    }

    /** A bit for each generation of a range in which the hash may be found. */
    private long probe(long hash, int from, int to) {
        int first = IndexLayout.firstBucket(hash);
        int second = IndexLayout.secondBucket(hash);
        long tag = IndexLayout.tag(hash);
        Buckets[] all = buckets;
        // All lines are asked for before any is looked at, so that the processor waits for all of them at once.
        long touched = 0;
        long possible = 0;
        for (int i = from; i < to; i++) {
            BloomFilter filter = filters[i];
            if (filter == null || filter.mayHold(hash)) {
                touched ^= all[i].touch(hash, first, second);
                possible |= 1L << i - from;
            }
        }
        if (touched == NEVER) {
            Thread.onSpinWait();
        }
        long promising = 0;
        for (; possible != 0; possible &= possible - 1) {
            int i = Long.numberOfTrailingZeros(possible);
            promising |= (all[from + i].probe(hash, first, second, tag) >>> 63) << i;
        }
        return promising;
    }

    /** Asks for the lines of many hashes in the newest generation. */
    void touchNewest(long[] hashes, int from, int to) {
        Buckets newest = buckets[0];
        long touched = 0;
        for (int i = from; i < to; i++) {
            touched ^= newest.touch(hashes[i], IndexLayout.firstBucket(hashes[i]), IndexLayout.secondBucket(hashes[i]));
        }
        if (touched == NEVER) {
            Thread.onSpinWait();
        }
    }
}

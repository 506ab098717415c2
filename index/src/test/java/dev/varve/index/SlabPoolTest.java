package dev.varve.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlabPoolTest {
    private static final long SEED = Long.getLong("varve.seed", System.nanoTime());
    private static final int TOP = SlabPool.LEVELS - 1;

    @Test
    void slabsAreAlignedToPagesAndAsLongAsTheirLevelSays() {
        SlabPool pool = new SlabPool(64 << 20);
        for (int level = 0; level < SlabPool.LEVELS; level++) {
            Slab slab = take(pool, level);
            assertEquals(16 << 10 << 2 * level, slab.bytes.capacity());
            assertEquals(slab.bytes.capacity() / 8, slab.words.capacity());
            assertEquals(0, slab.bytes.alignmentOffset(0, IndexLayout.PAGE_LENGTH));
        }
    }

    @Test
    void smallTablesDoNotTakeALargeBlock() {
        SlabPool pool = new SlabPool(64 << 20);
        for (int i = 0; i < 16; i++) {
            take(pool, 0);
        }
        assertEquals(256 << 10, pool.bytesAllocated());
        assertEquals(256 << 10, pool.bytesUsed());
    }

    @Test
    void partsThatAllCameBackMakeALargeSlabAgain() {
        SlabPool pool = new SlabPool(4 << 20);
        List<Slab> small = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            small.add(take(pool, 2));
        }
        assertFalse(pool.reserve(1));
        small.forEach(pool::give);
        assertEquals(0, pool.bytesUsed());
        assertEquals(4 << 20, take(pool, TOP).bytes.capacity());
        assertEquals(4 << 20, pool.bytesAllocated());
    }

    @Test
    void whatCameBackIsUsedAgain() {
        SlabPool pool = new SlabPool(64 << 20);
        Slab slab = take(pool, TOP);
        PageMemory.clear(slab);
        pool.give(slab);
        assertSame(slab, take(pool, TOP));
        assertFalse(slab.untouched);
    }

    @Test
    void aBoundBelowOneLargeSlabStillGivesSmallOnes() {
        SlabPool pool = new SlabPool(100 << 10);
        assertTrue(pool.reserve(32 << 10));
        assertNotNull(pool.take(0));
        assertNotNull(pool.take(0));
        assertTrue(pool.bytesAllocated() <= 100 << 10);
        assertFalse(pool.reserve(80 << 10));
        pool.unreserve(0);
        assertTrue(pool.reserve(64 << 10));
    }

    @Test
    void aRefusalOfTheJvmIsTheBoundFromThenOn() {
        int[] calls = {0};
        SlabPool pool = new SlabPool(1 << 30, length -> {
            if (++calls[0] > 3) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory");
            }
            return ByteBuffer.allocateDirect(length);
        });
        for (int i = 0; i < 3; i++) {
            take(pool, TOP);
        }
        assertTrue(pool.reserve(4 << 20));
        assertNull(pool.take(TOP));
        pool.unreserve(4 << 20);
        assertTrue(pool.limitedByJvm());
        assertEquals(12 << 20, pool.bytesMax());
        assertFalse(pool.reserve(4 << 20));
        assertEquals(4, calls[0]);
    }

    @Test
    void neverGivesTheSameMemoryTwice() {
        System.out.println("varve.seed=" + SEED);
        Random random = new Random(SEED);
        SlabPool pool = new SlabPool(64 << 20);
        Deque<Slab> taken = new ArrayDeque<>();
        Set<Slab> owned = Collections.newSetFromMap(new IdentityHashMap<>());
        long used = 0;
        for (int i = 0; i < 200_000; i++) {
            int level = random.nextInt(SlabPool.LEVELS);
            if (random.nextBoolean() && pool.reserve(SlabPool.length(level))) {
                Slab slab = pool.take(level);
                if (slab == null) {
                    pool.unreserve(SlabPool.length(level));
                    continue;
                }
                used += SlabPool.length(level);
                assertTrue(owned.add(slab));
                for (Slab above = slab.parent; above != null; above = above.parent) {
                    assertFalse(owned.contains(above));
                }
                assertFalse(ownsPart(owned, slab));
                if (random.nextBoolean()) {
                    taken.addFirst(slab);
                } else {
                    taken.addLast(slab);
                }
            } else if (!taken.isEmpty()) {
                Slab slab = taken.removeFirst();
                used -= SlabPool.length(slab.level);
                owned.remove(slab);
                pool.give(slab);
            }
            assertEquals(used, pool.bytesUsed());
            assertTrue(pool.bytesAllocated() <= pool.bytesMax());
        }
    }

    private static boolean ownsPart(Set<Slab> owned, Slab slab) {
        if (slab.parts != null) {
            for (Slab part : slab.parts) {
                if (owned.contains(part) || ownsPart(owned, part)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Slab take(SlabPool pool, int level) {
        assertTrue(pool.reserve(SlabPool.length(level)));
        return pool.take(level);
    }
}

package dev.varve;

import java.nio.file.Path;

/**
 * Hears what happens in a store. Every method does nothing unless overridden.
 *
 * <p>Called one at a time, in order, on a thread of the store that does no I/O, shortly after the event; a slow listener
 * delays other callbacks, never puts, flushes that are waited for, or expiry. What a listener throws is logged and does no
 * harm. It may call the store, except {@link Store#close()}.
 */
public interface StoreListener {

    /** A segment was sealed: it takes no more values. */
    default void segmentSealed(SegmentEvent event) {}

    /** A segment left its table: its values had expired, or the table was past its {@code maxBytes}. */
    default void segmentExpired(SegmentEvent event) {}

    /** An expired segment's file became a spare, to be written over. */
    default void segmentRecycled(SegmentEvent event) {}

    /** A segment's file was deleted. */
    default void segmentDeleted(SegmentEvent event) {}

    /** Damaged bytes were found, at open or by a read. */
    default void damageFound(CorruptionException damage) {}

    /** A drive failed and takes no more writes; told once per drive. */
    default void driveFault(Path drive, DriveFaultException fault) {}

    /** The store failed and takes no more writes; told once. See {@link Store#fault()}. */
    default void storeFault(VarveException fault) {}
}

package dev.varve;

/** How a table's segments are written. */
public enum IoMode {
    /** Past the page cache: the fastest and steadiest, above all for large values. Falls back to {@link #BUFFERED} on a
     * file system that refuses it. */
    DIRECT,
    /** Through the page cache: for small values that are read soon after they were put. */
    BUFFERED
}

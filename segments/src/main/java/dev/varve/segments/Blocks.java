package dev.varve.segments;

/** Rounding to the unit of direct I/O, {@link FileSystem#BLOCK}. */
final class Blocks {
    private Blocks() {}

    static long floor(long offset) {
        return offset & -FileSystem.BLOCK;
    }

    static long ceil(long offset) {
        return (offset + FileSystem.BLOCK - 1) & -FileSystem.BLOCK;
    }
}

package dev.varve.bench.raw;

/** What kind of blocks is written over. */
public enum Blocks {
    /** Blocks the file system allocates while writing: files that grow. */
    NEW,
    /** Blocks written before: files that keep their length. */
    RECYCLED;

    /** {@return the name as it is printed and given on the command line} */
    public String label() {
        return this == NEW ? "new" : "recycled";
    }
}

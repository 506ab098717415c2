package dev.varve.index;

/** How far the next generation is. */
public enum Preparation {
    /** Some work was done and more is left. */
    MORE,
    /** Nothing is left to do: the generation may be published. */
    READY,
    /** The bound of the pool, or the JVM's limit on direct memory, leaves too little for another generation. */
    REFUSED
}

package dev.varve;

/** When values become durable. */
public enum SyncMode {
    /** Every put returns only once its value is durable, whatever its {@link PutOptions} say. Puts of several threads share
     * syncs. */
    EVERY_WRITE,
    /** At a flush, at a put with {@link PutOptions#isDurable()}, and by itself when much is unsynced. */
    ON_FLUSH,
    /** Never by the store: a flush hands values to the operating system. They survive a crash of the process, and a loss of
     * power only as far as the system had written them by itself. */
    NEVER
}

package dev.varve.bench.rival;

/** Ways to set RocksDB up that people choose between. */
public enum RocksMode {
    /** FIFO, no log, a flush per batch: the opponent to beat. */
    FIFO(true, false, false),
    /** The same with values in files of their own. */
    FIFO_BLOB(true, true, false),
    /** FIFO with a log, synced per batch. */
    FIFO_WAL(true, false, true),
    /** Leveled with values in files of their own, and a log: what most people with large values use. */
    BLOB(false, true, true),
    /** Leveled with a log: the default. */
    LEVELED(false, false, true);

    private final boolean fifo;
    private final boolean blobs;
    private final boolean logged;

    RocksMode(boolean fifo, boolean blobs, boolean logged) {
        this.fifo = fifo;
        this.blobs = blobs;
        this.logged = logged;
    }

    boolean isFifo() {
        return fifo;
    }

    boolean hasBlobs() {
        return blobs;
    }

    boolean isLogged() {
        return logged;
    }
}

package dev.varve.bench.subject;

/** What a workload may ask of a store. */
public enum Capability {
    /** Forgets a value once it is older than the TTL, and gives its space back, by itself. */
    TTL("forgets values by age"),
    /** Keeps to a bound of bytes by forgetting the oldest values. */
    BOUND("keeps to a bound of bytes"),
    /** Its time can stand still while something else is measured. */
    CLOCK("goes by a clock that can stand still"),
    /** What was put before a flush is there after the machine stopped at once. */
    DURABLE("makes batches durable"),
    /** Can do so for single small values, many thousand times. */
    SMALL_FLUSHES("makes single small values durable"),
    /** A value can be read as soon as its put returned, before any flush, by every thread. */
    VISIBLE("shows a value as soon as its put returns"),
    /** Of several threads that put one key exactly one is told that it stored it; a key keeps its first value. */
    RACING_PUTS("lets exactly one of racing puts win"),
    /** Can be opened again with what it held. */
    REOPEN("can be opened again"),
    /** Can list its pairs. */
    SCAN("lists its pairs"),
    /** Uses several drives as one. */
    DRIVES("uses several drives");

    private final String meaning;

    Capability(String meaning) {
        this.meaning = meaning;
    }

    /** {@return what a store with it does, to follow the store's name} */
    public String meaning() {
        return meaning;
    }
}

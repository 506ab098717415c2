package dev.varve.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What all threads of a load count together. Thread-safe. */
public final class Totals {
    private static final int COMPLAINTS_MAX = 5;

    private final AtomicLong bytesPut = new AtomicLong();
    private final AtomicLong putsRefused = new AtomicLong();
    private final AtomicLong readsVerified = new AtomicLong();
    private final AtomicLong readsMissing = new AtomicLong();
    private final AtomicLong readsExpired = new AtomicLong();
    private final AtomicLong readsWrong = new AtomicLong();
    private final AtomicLong readsFailed = new AtomicLong();
    private final AtomicLong complaints = new AtomicLong();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private volatile Consumer<String> complainTo = what -> {};
    private volatile boolean stopped;

    /**
     * Names who is told of the first few reads and puts that went wrong.
     *
     * @param complainTo called by the load's threads
     */
    public void complainTo(Consumer<String> complainTo) {
        this.complainTo = complainTo;
    }

    void put(long bytes) {
        bytesPut.addAndGet(bytes);
    }

    void refused(String key) {
        putsRefused.incrementAndGet();
        complain(key + " is new, but was refused");
    }

    void verified() {
        readsVerified.incrementAndGet();
    }

    void expired() {
        readsExpired.incrementAndGet();
    }

    void missing(String key) {
        readsMissing.incrementAndGet();
        complain(key + " must be there, but is missing");
    }

    void wrong(String key, String how) {
        readsWrong.incrementAndGet();
        complain(key + " has a wrong value: " + how);
    }

    void failed(String key, RuntimeException e) {
        readsFailed.incrementAndGet();
        complain(key + " could not be read: " + e);
    }

    private void complain(String what) {
        if (complaints.incrementAndGet() <= COMPLAINTS_MAX) {
            complainTo.accept(what);
        }
    }

    void fail(RuntimeException e) {
        failure.compareAndSet(null, e);
        stopped = true;
    }

    void throwIfFailed() {
        RuntimeException first = failure.get();
        if (first != null) {
            throw first;
        }
    }

    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** {@return bytes of keys and values put} */
    public long bytesPut() {
        return bytesPut.get();
    }

    /** {@return puts of new keys that were refused: none should} */
    public long putsRefused() {
        return putsRefused.get();
    }

    /** {@return reads whose bytes were as expected} */
    public long readsVerified() {
        return readsVerified.get();
    }

    /** {@return reads that found nothing although the key must still be live} */
    public long readsMissing() {
        return readsMissing.get();
    }

    /** {@return reads that found nothing because the key may have expired meanwhile} */
    public long readsExpired() {
        return readsExpired.get();
    }

    /** {@return reads that found other bytes} */
    public long readsWrong() {
        return readsWrong.get();
    }

    /** {@return reads that threw} */
    public long readsFailed() {
        return readsFailed.get();
    }

    /** {@return whether anything happened that must not} */
    public boolean isClean() {
        return readsMissing() + readsWrong() + readsFailed() + putsRefused() == 0;
    }
}

package dev.varve.bench.subject;

import java.io.IOException;

/** Opens stores of one kind. */
public interface SubjectOpener {
    /**
     * Opens a store.
     *
     * @param spec how
     * @param clock the time it should go by, if it can be told
     * @return the open store
     * @throws IOException if it cannot be opened
     */
    Subject open(SubjectSpec spec, RunClock clock) throws IOException;
}

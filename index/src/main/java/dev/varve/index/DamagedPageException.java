package dev.varve.index;

import java.io.IOException;

/** A page, or the parameters, of a written generation are not what was written. */
public final class DamagedPageException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Stands for the parameters, which are no page. */
    public static final int PARAMETERS = -1;

    private final int page;
    private final String expected;
    private final String found;

    DamagedPageException(int page, String expected, String found) {
        super((page == PARAMETERS ? "parameters of a generation" : "page " + page + " of a generation") + ": expected "
                + expected + ", found " + found);
        this.page = page;
        this.expected = expected;
        this.found = found;
    }

    /** The page's number, or {@link #PARAMETERS}. */
    public int page() {
        return page;
    }

    /** What should have been there. */
    public String expected() {
        return expected;
    }

    /** What was there. */
    public String found() {
        return found;
    }
}

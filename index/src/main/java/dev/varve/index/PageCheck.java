package dev.varve.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Checks the pages of a written generation, without a generation to load them into. For one thread. */
public final class PageCheck {
    private final IndexLayout.Parameters parameters;
    private final IndexLayout.Guard guard;

    /**
     * For the pages that were written with these parameters.
     *
     * @param parameters as {@link Generation#parameters()} gave them
     * @throws DamagedPageException if they are not what was written
     */
    public PageCheck(byte[] parameters) throws DamagedPageException {
        this.parameters = IndexLayout.decode(parameters);
        guard = new IndexLayout.Guard(parameters);
    }

    /** How many pages there must be. */
    public int pageCount() {
        return parameters.pages();
    }

    /** How many entries there are in them. */
    public long entries() {
        return parameters.entries();
    }

    /**
     * Checks consecutive pages.
     *
     * @param firstPage the number of the first one
     * @param pages whole pages from its position to its limit; none of them changes
     * @throws DamagedPageException naming the first bad one
     */
    public void check(int firstPage, ByteBuffer pages) throws DamagedPageException {
        ByteBuffer view = pages.slice().order(ByteOrder.LITTLE_ENDIAN);
        int page = firstPage;
        for (int at = 0; at < view.capacity(); at += IndexLayout.PAGE_LENGTH, page++) {
            long expected = guard.of(page, view, at);
            view.clear();
            long found = view.getLong(at + IndexLayout.GUARD_OFFSET);
            if (found != expected) {
                throw new DamagedPageException(page, "0x" + Long.toHexString(expected), "0x" + Long.toHexString(found));
            }
        }
    }
}

package dev.varve.index;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the pages of a generation that was written come back from. */
@FunctionalInterface
public interface PageSource {
    /**
     * Fills the buffer with consecutive pages.
     *
     * @param firstPage the number of the first page wanted
     * @param pages to be filled from its position to its limit: a whole number of pages, direct, at an address that is
     *     a multiple of 4096, at most 1 MiB
     * @throws IOException when they cannot be had, which ends the loading
     */
    void read(int firstPage, ByteBuffer pages) throws IOException;
}

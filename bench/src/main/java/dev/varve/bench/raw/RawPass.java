package dev.varve.bench.raw;

import java.util.List;

/**
 * What one stream writes in one turn.
 *
 * @param files one after the other; over new blocks once, over recycled ones round and round
 * @param blocks over what
 * @param bytesUsable how much of each file
 * @param bytesLeast what is written even when the time is up
 */
record RawPass(List<RawFile> files, Blocks blocks, long bytesUsable, long bytesLeast) {
    long bytesInAll() {
        return files.size() * bytesUsable;
    }
}

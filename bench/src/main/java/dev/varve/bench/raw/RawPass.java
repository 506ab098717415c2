package dev.varve.bench.raw;

import java.util.List;

/**
 * What one stream writes in one turn.
 *
 * @param files one after the other; over new blocks once, over recycled ones round and round
 * @param blocks over what
 * @param bytesUsable how much of each file
 * @param bytesLeast what is written even when the time is up
 * @param bytesFirst what is written before the first sync of the turn, so that streams do not sync in step
 */
record RawPass(List<RawFile> files, Blocks blocks, long bytesUsable, long bytesLeast, long bytesFirst) {
    long bytesInAll() {
        return files.size() * bytesUsable;
    }
}

package dev.varve.segments;

import java.util.UUID;

/**
 * What the head of an index file says.
 *
 * @param number of the file, rising with each generation of the table
 * @param parameters of the generation, as the index wrote them
 * @param pageCount pages of 4096 bytes that follow, each with a CRC of its own
 * @param coverage which records are in this very file, so that the loss of another does not matter
 */
public record IndexFileHeader(
        UUID storeId, int tableId, long number, byte[] parameters, long pageCount, SegmentCoverage coverage) {

    public IndexFileHeader {
        parameters = parameters.clone();
    }

    @Override
    public byte[] parameters() {
        return parameters.clone();
    }
}

package dev.varve.bench.subject;

/**
 * How a store stands. What a store does not know is 0.
 *
 * @param liveBytes disk taken by what is live
 * @param segmentsExpired units that expired since open
 * @param segmentsRecycled new units that took an expired one's blocks, since open
 * @param isBusy whether it does something in the background that a pause would end
 */
public record SubjectStats(long liveBytes, long segmentsExpired, long segmentsRecycled, boolean isBusy) {}

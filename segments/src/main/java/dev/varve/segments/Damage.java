package dev.varve.segments;

/**
 * Bytes of a segment that are not what was written.
 *
 * @param end offset behind them
 */
public record Damage(long offset, long end, String what) {}

package dev.varve.segments;

/**
 * Bytes of a file system.
 *
 * @param usable what this process may still write
 * @param total all of it
 */
public record Space(long usable, long total) {}

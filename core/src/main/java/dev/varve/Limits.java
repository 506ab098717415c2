package dev.varve;

import java.time.Duration;

/** The limits of a store. Past one, a call throws {@link IllegalArgumentException} that names it. */
public final class Limits {
    /** Longest key: 16 MiB - 1 bytes. The shortest has 1 byte. */
    public static final int KEY_LENGTH_MAX = (1 << 24) - 1;

    /** Longest value: 4 GiB - 1 bytes. The shortest has 0 bytes. */
    public static final long VALUE_LENGTH_MAX = (1L << 32) - 1;

    /** Longest table name, in characters of {@code A-Z a-z 0-9 _ -}. */
    public static final int TABLE_NAME_LENGTH_MAX = 64;

    /** Most tables of a store. */
    public static final int TABLES_MAX = 10_000;

    /** Most drives of a store. */
    public static final int DRIVES_MAX = 64;

    /** Shortest TTL but zero, which means never. */
    public static final Duration TTL_MIN = Duration.ofSeconds(1);

    /** Longest TTL but zero, which means never. */
    public static final Duration TTL_MAX = Duration.ofDays(365_000);

    /** Smallest segment target length in bytes. */
    public static final long SEGMENT_BYTES_MIN = 1L << 20;

    /** Largest segment target length in bytes. */
    public static final long SEGMENT_BYTES_MAX = 1L << 31;

    /** Smallest {@link Table#maxBytes(long)} but zero, which means none. */
    public static final long MAX_BYTES_MIN = 16L << 20;

    private Limits() {}
}

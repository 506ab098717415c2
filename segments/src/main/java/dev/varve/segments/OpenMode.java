package dev.varve.segments;

/** How a file is opened. Every mode that can write can also read. */
public enum OpenMode {
    /** An existing file, for reading only. */
    READ(false, false, false),
    /**
     * An existing file that changes no more, for reading only, through a mapping into memory where the file system has
     * such; for whether it can, see {@link MappedFiles#missingFlags()}.
     */
    MAPPED(false, false, false),
    /** An existing file. */
    WRITE(true, false, false),
    /** A new file; fails if the name is taken. */
    CREATE(true, true, false),
    /** An existing file whose writes bypass the page cache. */
    WRITE_DIRECT(true, false, true),
    /** A new file whose writes bypass the page cache; fails if the name is taken. */
    CREATE_DIRECT(true, true, true);

    private final boolean writes;
    private final boolean creates;
    private final boolean direct;

    OpenMode(boolean writes, boolean creates, boolean direct) {
        this.writes = writes;
        this.creates = creates;
        this.direct = direct;
    }

    public boolean writes() {
        return writes;
    }

    public boolean creates() {
        return creates;
    }

    public boolean direct() {
        return direct;
    }

    /** The mode in which a file is opened again that was first opened in this one. */
    OpenMode again() {
        return switch (this) {
            case CREATE -> WRITE;
            case CREATE_DIRECT -> WRITE_DIRECT;
            default -> this;
        };
    }
}

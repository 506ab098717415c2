package dev.varve;

/** The table was dropped before or during the call. */
public final class TableDroppedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With the table's name. */
    public TableDroppedException(String table) {
        super("table " + table + " was dropped");
    }
}

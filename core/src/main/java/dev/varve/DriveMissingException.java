package dev.varve;

/** A drive of the store is absent, empty, or belongs to another store. See {@link StoreOptions.Builder#allowMissingDrives(boolean)} and
 * {@link Store#forgetMissingDrives(java.nio.file.Path...)}. */
public final class DriveMissingException extends VarveException {
    private static final long serialVersionUID = 1L;

    /** With the drive and what is wrong with it. */
    public DriveMissingException(String message) {
        super(message, null);
    }
}

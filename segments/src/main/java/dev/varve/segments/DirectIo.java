package dev.varve.segments;

import java.nio.file.OpenOption;

/**
 * The option that makes writes and reads of a file bypass the page cache. Found by its name: its type is exported for
 * everyone's use, but newer compilers, told to compile for an older release, warn of it in a way that nothing turns off.
 */
public final class DirectIo {
    private static final String TYPE = "com.sun.nio.file.ExtendedOpenOption";

    /** {@code com.sun.nio.file.ExtendedOpenOption.DIRECT}. */
    public static final OpenOption DIRECT = find();

    private DirectIo() {}

    private static OpenOption find() {
        try {
            for (Object option : Class.forName(TYPE).getEnumConstants()) {
                if (option.toString().equals("DIRECT")) {
                    return (OpenOption) option;
                }
            }
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
        throw new ExceptionInInitializerError("this JDK has no " + TYPE + ".DIRECT");
    }
}

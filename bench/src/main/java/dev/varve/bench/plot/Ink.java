package dev.varve.bench.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * What something is drawn with: a role, whose colour depends on paper (light or dark). A store has the same ink in every plot.
 *
 * @param name of the CSS variable
 * @param light its colour on light paper, {@code #rrggbb}
 * @param dark its colour on dark paper
 */
public record Ink(String name, String light, String dark) {
    /** Words and numbers. */
    public static final Ink TEXT = new Ink("text", "#1f2328", "#e6edf3");
    /** Words that matter less. */
    public static final Ink FAINT = new Ink("faint", "#59636e", "#9198a1");
    /** The lines of the grid. */
    public static final Ink GRID = new Ink("grid", "#e3e6ea", "#2b3138");
    /** The page itself. */
    public static final Ink PAPER = new Ink("paper", "#ffffff", "#0d1117");
    /** The raw device. */
    public static final Ink LIMIT = new Ink("limit", "#8b949e", "#7d8590");

    private static final Ink VARVE = new Ink("varve", "#0550ae", "#6cb6ff");

    private static final List<Ink> OTHERS = List.of(
            new Ink("c1", "#cf222e", "#ff7b72"),
            new Ink("c2", "#1a7f37", "#57ab5a"),
            new Ink("c3", "#bc4c00", "#f0883e"),
            new Ink("c4", "#8250df", "#b392f0"),
            new Ink("c5", "#bf3989", "#f778ba"),
            new Ink("c6", "#0a7d8c", "#39c5cf"),
            new Ink("c7", "#7d6608", "#d4b106"),
            new Ink("c8", "#6b4423", "#c19a6b"),
            new Ink("c9", "#4f5d75", "#a3b3cc"),
            new Ink("c10", "#a40e26", "#ffa198"),
            new Ink("c11", "#116329", "#7ee787"),
            new Ink("c12", "#953800", "#ffa657"),
            new Ink("c13", "#3f2d8f", "#d2a8ff"));

    private static final List<String> KNOWN = List.of(
            "rocksdb-fifo",
            "lmdb",
            "rocksdb-leveled",
            "rocksdb-blob",
            "leveldb",
            "sqlite",
            "je",
            "mvstore",
            "xodus",
            "mapdb",
            "rocksdb-fifo-blob",
            "rocksdb-fifo-wal",
            "lmdb-writemap");

    /**
     * {@return the ink of a store, the same in every plot}
     *
     * @param store its name
     */
    public static Ink of(String store) {
        if (store.startsWith("varve")) {
            return VARVE;
        }
        if (store.startsWith("limit") || store.startsWith("raw") || store.equals("control")) {
            return LIMIT;
        }
        int known = KNOWN.indexOf(store);
        return OTHERS.get(known >= 0 ? known : Math.floorMod(store.hashCode(), OTHERS.size()));
    }

    /** {@return every ink there is} */
    public static List<Ink> all() {
        List<Ink> all = new ArrayList<>(List.of(TEXT, FAINT, GRID, PAPER, LIMIT, VARVE));
        all.addAll(OTHERS);
        return all;
    }
}

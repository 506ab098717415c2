package dev.varve.internal;

/** Says, for people, who holds a store's lock. */
final class Holder {
    private Holder() {}

    static String text() {
        return "process " + ProcessHandle.current().pid();
    }
}

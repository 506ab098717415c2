package dev.varve.internal;

/** Says when the wall clock has jumped. Stateless. */
final class ClockReport {
    private static final System.Logger LOG = System.getLogger(ClockReport.class.getName());

    private ClockReport() {}

    static void difference(long millis) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the wall clock is " + millis + " ms ahead of store time, which follows by at most 1 %");
    }
}

package dev.varve.bench;

import dev.varve.bench.Quantities.Size;
import dev.varve.bench.raw.DiskBudget;
import dev.varve.bench.raw.RawShape;
import dev.varve.bench.report.Text;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The raw device's files. */
final class LimitOptions {
    private static final long BYTES_LEAST = 16L << 20;

    @Option(
            names = "--limit-size",
            paramLabel = "SIZE",
            description =
                    "Disk for the raw device's files on each drive, at most 4GiB (default: as much as there is room).")
    private Size size;

    void check(CommandSpec spec) {
        if (size != null) {
            new Checks(spec).range("--limit-size", size.bytes(), BYTES_LEAST, Long.MAX_VALUE);
        }
    }

    RawShape shape(DiskBudget budget, long bytesPerDrive) {
        RawShape shape = RawShape.within(size == null ? bytesPerDrive : Math.min(size.bytes(), bytesPerDrive));
        if (shape.bytesPerDrive() > bytesPerDrive) {
            throw new Failure("not enough free space: " + Text.bytes(budget.bytesFree())
                    + " free, of which a quarter may be used");
        }
        return shape;
    }
}

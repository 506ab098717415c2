package dev.varve.bench;

import dev.varve.bench.Quantities.Size;
import dev.varve.bench.subject.SubjectSpec.Tuning;
import picocli.CommandLine.Option;

/** Options of the store that can be tried out. */
final class TuningOptions {
    @Option(names = "--segment-size", paramLabel = "SIZE", description = "Target length of a segment.")
    private Size segmentSize;

    @Option(names = "--lanes", paramLabel = "N", description = "Segments written at the same time on each drive.")
    private int lanes;

    @Option(names = "--write-buffer", paramLabel = "SIZE", description = "Memory for values not yet written.")
    private Size writeBuffer;

    @Option(names = "--buffered", description = "Write through the page cache instead of direct I/O.")
    private boolean buffered;

    @Option(names = "--mapped", description = "Read by mapping instead of system calls.")
    private boolean mapped;

    Tuning tuning() {
        return new Tuning(
                segmentSize == null ? 0 : segmentSize.bytes(),
                lanes,
                writeBuffer == null ? 0 : writeBuffer.bytes(),
                buffered,
                mapped);
    }
}

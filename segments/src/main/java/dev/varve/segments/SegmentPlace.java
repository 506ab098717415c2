package dev.varve.segments;

import java.nio.file.Path;

/** Where a segment file lies. */
public record SegmentPlace(TableFolder folder, long sequence) {

    public Path path() {
        return folder.segment(sequence);
    }

    FileSystem fileSystem() {
        return folder.drive().fileSystem();
    }
}

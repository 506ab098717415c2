package dev.varve.tools;

import dev.varve.segments.DriveSurvey;
import dev.varve.segments.DriveSurvey.FileLength;
import dev.varve.segments.StoreSurvey;
import java.util.List;

/** A store, as it is reported at one moment. */
record StoreReport(StoreSurvey survey, List<TableReport> tables, long nowMillis) {

    /** Of the tables reported: files and bytes of segments on a drive. */
    FilesOn segmentsOn(DriveSurvey drive) {
        long count = 0;
        long bytes = 0;
        for (TableReport table : tables) {
            for (SegmentReport segment : table.segments()) {
                if (segment.place().folder().drive().root().equals(drive.root())) {
                    count++;
                    bytes += segment.fileLength();
                }
            }
        }
        return new FilesOn(count, bytes);
    }

    static FilesOn sum(List<FileLength> files) {
        return new FilesOn(
                files.size(), files.stream().mapToLong(FileLength::length).sum());
    }

    /** A number of files and their bytes. */
    record FilesOn(long count, long bytes) {
        String text(String things) {
            return Units.count(count, things) + (count == 0 ? "" : " " + Units.bytes(bytes));
        }
    }
}

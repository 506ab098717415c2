package dev.varve.segments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One table as a {@link StoreSurvey} saw it.
 *
 * @param meta empty where no drive has it in readable form
 * @param folders one for each drive that has a folder of the table
 * @param segments the files that are named as segments, in the order of their sequences
 * @param indexes the files that are named as index files
 */
public record TableSurvey(
        String name,
        Optional<TableMeta> meta,
        List<TableFolder> folders,
        List<SegmentPlace> segments,
        List<IndexPlace> indexes) {

    /** Where an index file lies. */
    public record IndexPlace(TableFolder folder, long number) {}

    public TableSurvey {
        folders = List.copyOf(folders);
        segments = List.copyOf(segments);
        indexes = List.copyOf(indexes);
    }

    static TableSurvey of(String name, Optional<TableMeta> meta, List<TableFolder> folders, List<Finding> findings) {
        List<SegmentPlace> segments = new ArrayList<>();
        List<IndexPlace> indexes = new ArrayList<>();
        for (TableFolder folder : folders) {
            try {
                folder.segments().forEach(sequence -> segments.add(new SegmentPlace(folder, sequence)));
                folder.indexes().forEach(number -> indexes.add(new IndexPlace(folder, number)));
            } catch (java.io.IOException e) {
                findings.add(Finding.problem(folder.path(), "a readable folder", String.valueOf(e.getMessage())));
            }
        }
        segments.sort(Comparator.comparingLong(SegmentPlace::sequence));
        for (int i = 1; i < segments.size(); i++) {
            if (segments.get(i).sequence() == segments.get(i - 1).sequence()) {
                String other = "the same sequence as " + segments.get(i - 1).path();
                findings.add(Finding.problem(segments.get(i).path(), "a sequence of its own", other));
            }
        }
        return new TableSurvey(name, meta, folders, segments, indexes);
    }
}

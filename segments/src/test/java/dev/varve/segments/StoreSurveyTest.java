package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.segments.DriveRefusedException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StoreSurveyTest {
    private static final Path A = Path.of("/mnt/a");
    private static final Path B = Path.of("/mnt/b");
    private static final UUID STORE = new UUID(1, 2);

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private DriveSet drives;
    private TableMetaStore tables;
    private TableMeta events;

    /** A store with two tables, left open. */
    @BeforeEach
    void create() throws IOException {
        drives = open(STORE, A, B);
        tables = TableMetaStore.load(drives, new Random(3));
        events = tables.create("events", new TreeMap<>(Map.of("ttl", 60_000L)));
        tables.reserveSequences(events.tableId());
        tables.create("other", new TreeMap<>());
        segment(A, "events", 1);
        segment(B, "events", 2);
    }

    @AfterEach
    void close() throws IOException {
        drives.close();
    }

    private DriveSet open(UUID store, Path... roots) throws IOException {
        return DriveSet.open(memory, List.of(roots), new DriveSetOptions(true, store, "process 7"));
    }

    private void segment(Path root, String table, long sequence) throws IOException {
        Path path = root.resolve(table).resolve(FileNames.segment(sequence));
        SegmentImage.write(
                memory, path, new SegmentImage(sequence, 5).values(2, 10).seal().toBytes());
    }

    private StoreSurvey survey(Path... roots) throws IOException {
        Map<Path, byte[]> before = files();
        StoreSurvey survey = StoreSurvey.of(memory, List.of(roots));
        Map<Path, byte[]> after = files();
        assertEquals(before.keySet(), after.keySet());
        before.forEach((path, content) -> assertArrayEquals(content, after.get(path), path.toString()));
        return survey;
    }

    private Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> files = new TreeMap<>();
        collect(Path.of("/mnt"), files);
        return files;
    }

    private void collect(Path path, Map<Path, byte[]> files) throws IOException {
        if (!memory.isDirectory(path)) {
            files.put(path, SegmentImage.read(memory, path));
            return;
        }
        for (String name : memory.list(path)) {
            collect(path.resolve(name), files);
        }
    }

    private void flip(Path path, int at) throws IOException {
        byte[] content = SegmentImage.read(memory, path);
        content[at] ^= 1;
        SegmentImage.write(memory, path, content);
    }

    private static List<String> texts(StoreSurvey survey) {
        List<String> texts = new ArrayList<>();
        survey.findings().forEach(each -> texts.add((each.isProblem() ? "" : "note ") + each));
        return texts;
    }

    @Test
    void seesAnOpenStoreAndChangesNothing() throws IOException {
        StoreSurvey survey = survey(A, B);
        assertEquals(List.of(), texts(survey));
        assertEquals(Optional.of(STORE), survey.storeId());
        assertEquals(
                List.of("events", "other"),
                survey.tables().stream().map(TableSurvey::name).toList());
        TableSurvey table = survey.table("events").orElseThrow();
        assertEquals(60_000L, table.meta().orElseThrow().options().get("ttl"));
        assertEquals(
                List.of(1L, 2L),
                table.segments().stream().map(SegmentPlace::sequence).toList());
        assertEquals(OptionalInt.of(1), survey.drives().get(1).id());
        assertEquals("process 7", survey.drives().get(0).holder());
    }

    @Test
    void tellsSparesFromFilesThatLeave() throws IOException {
        Path spare = A.resolve("spare");
        memory.createDirectories(spare);
        ByteBuffer block = ByteBuffer.allocate(RecordLayout.DATA_START).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        SegmentOwner nobody = new SegmentOwner(STORE, 0, 0, 0);
        SegmentHeaderLayout.encode(new SegmentHeader(SegmentHeader.SPARE, nobody, 0, 5, 5), block, 0);
        SegmentImage.write(memory, spare.resolve("3.spare"), block.array());
        SegmentImage.write(
                memory,
                spare.resolve("4.spare"),
                new SegmentImage().values(1, 1).toBytes());
        SegmentImage.write(memory, spare.resolve("notes.txt"), new byte[9]);
        DriveSurvey drive = survey(A, B).drives().get(0);
        assertEquals(spare.resolve("3.spare"), drive.spares().get(0).path());
        assertEquals(RecordLayout.DATA_START, drive.spares().get(0).length());
        assertEquals(
                List.of(spare.resolve("4.spare")),
                drive.leaving().stream().map(DriveSurvey.FileLength::path).toList());
    }

    @Test
    void namesWhatIsMissing() throws IOException {
        StoreSurvey survey = survey(A, Path.of("/mnt/c"));
        assertEquals(Map.of(1, "/mnt/b"), survey.missing());
        assertEquals(
                List.of(
                        "/mnt/b: expected drive 1 of the store, found not among the drives given",
                        "/mnt/c: expected a drive of the store, found nothing"),
                texts(survey));
        assertEquals(1, survey.table("events").orElseThrow().segments().size());
    }

    @Test
    void namesDamagedMetadataAndGoesOn() throws IOException {
        flip(A.resolve("varve.store"), 30);
        flip(B.resolve("events/table.meta.copy"), 30);
        flip(A.resolve("other/table.meta"), 30);
        flip(A.resolve("other/table.meta.copy"), 30);
        StoreSurvey survey = survey(A, B);
        List<Path> files = survey.findings().stream().map(Finding::file).toList();
        assertEquals(
                List.of(
                        A.resolve("varve.store"),
                        A.resolve("other/table.meta"),
                        A.resolve("other/table.meta.copy"),
                        B.resolve("events/table.meta.copy")),
                files);
        assertTrue(survey.findings().stream().allMatch(Finding::isProblem));
        assertTrue(survey.findings().get(0).expected().startsWith("CRC 0x"));
        assertTrue(survey.table("other").orElseThrow().meta().isPresent());
        assertEquals(2, survey.table("events").orElseThrow().segments().size());
    }

    @Test
    void segmentsCountWithoutAnyMetadata() throws IOException {
        for (Path root : List.of(A, B)) {
            memory.delete(root.resolve("events/table.meta"));
            memory.delete(root.resolve("events/table.meta.copy"));
        }
        StoreSurvey survey = survey(A, B);
        TableSurvey table = survey.table("events").orElseThrow();
        assertEquals(Optional.empty(), table.meta());
        assertEquals(2, table.segments().size());
        assertEquals(2, survey.findings().size());
    }

    @Test
    void aDriveWithoutIdentityIsNamed() throws IOException {
        memory.delete(B.resolve("varve.store"));
        memory.delete(B.resolve("varve.store.copy"));
        StoreSurvey survey = survey(A, B);
        assertTrue(texts(survey).contains("/mnt/b/varve.store: expected the drive's metadata, found no file"));
        assertEquals(OptionalInt.empty(), survey.drives().get(1).id());
        assertEquals(2, survey.table("events").orElseThrow().segments().size());
    }

    @Test
    void aCopyThatIsMissingIsANote() throws IOException {
        memory.delete(B.resolve("events/table.meta"));
        StoreSurvey survey = survey(A, B);
        assertEquals(
                List.of(
                        "note /mnt/b/events/table.meta: expected a copy of /mnt/b/events/table.meta.copy, found no file"),
                texts(survey));
    }

    @Test
    void drivesThatDoNotFitTogetherAreNamed() throws IOException {
        drives.close();
        Path c = Path.of("/mnt/c");
        open(new UUID(9, 9), c).close();
        Path twin = Path.of("/mnt/twin");
        memory.createDirectories(twin);
        SegmentImage.write(memory, twin.resolve("varve.store"), SegmentImage.read(memory, A.resolve("varve.store")));
        StoreSurvey survey = survey(A, B, c, twin);
        List<Path> files = survey.findings().stream()
                .filter(Finding::isProblem)
                .map(Finding::file)
                .toList();
        assertEquals(List.of(c, twin), files, texts(survey)::toString);
    }

    @Test
    void twoSegmentsOfOneSequenceAreNamed() throws IOException {
        segment(B, "events", 1);
        assertEquals(1, survey(A, B).findings().size());
    }

    @Test
    void droppedTablesAndQuarantineAreSeen() throws IOException {
        tables.drop(events.tableId());
        Path quarantine = B.resolve("quarantine");
        memory.createDirectories(quarantine);
        SegmentImage.write(memory, quarantine.resolve("events-1.segment"), new byte[100]);
        StoreSurvey survey = survey(A, B);
        assertEquals(
                List.of("other"),
                survey.tables().stream().map(TableSurvey::name).toList());
        assertTrue(survey.drives().get(0).leaving().size() >= 1, files().keySet()::toString);
        assertEquals(100, survey.drives().get(1).quarantined().get(0).length());
        assertEquals(1, survey.findings().stream().filter(Finding::isProblem).count());
    }

    @Test
    void whereThereIsNoStoreThatIsSaid() throws IOException {
        memory.createDirectories(Path.of("/mnt/empty"));
        for (Path root : List.of(Path.of("/mnt/none"), Path.of("/mnt/empty"))) {
            DriveRefusedException e = assertThrows(DriveRefusedException.class, () -> survey(root));
            assertEquals(Reason.MISSING, e.reason());
            assertEquals("no store in " + root, e.getMessage());
        }
        assertEquals(
                List.of(Path.of("/mnt/none")), StoreSurvey.blankRoots(memory, List.of(A, Path.of("/mnt/none"), B)));
    }
}

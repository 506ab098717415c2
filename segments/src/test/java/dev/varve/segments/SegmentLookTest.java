package dev.varve.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varve.segments.SegmentLook.State;
import dev.varve.segments.SegmentLook.Summary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentLookTest {
    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final TableFolder folder = new TableFolder(new Drive(0, Path.of("/drive"), memory, false), "table");
    private final SegmentPlace place = new SegmentPlace(folder, 1);
    private final SegmentLook look = new SegmentLook();

    @BeforeEach
    void create() throws IOException {
        folder.create();
    }

    private List<String> keys(long most) throws IOException {
        List<String> keys = new ArrayList<>();
        boolean all = look.values(place, null, record -> {
            keys.add(StandardCharsets.ISO_8859_1.decode(record.key()).toString());
            return keys.size() < most;
        });
        assertEquals(all, keys.size() < most);
        return keys;
    }

    @Test
    void sumsUpASealedSegmentByItsSeal() throws IOException {
        SegmentImage image =
                new SegmentImage().values(3, 100).mark().value("own", 5, 1000).seal();
        SegmentImage.write(memory, place.path(), image.toBytes());
        Summary summary = look.summary(place, null);
        assertEquals(
                new Summary(State.SEALED, image.header(), SegmentImage.totals(image.values), image.end()), summary);
        assertEquals(List.of("key-0", "key-1", "key-2", "own"), keys(99));
        assertEquals(List.of("key-0", "key-1"), keys(2));
    }

    @Test
    void readsTheKeysOfOneThatIsNot() throws IOException {
        SegmentImage image =
                new SegmentImage().values(3, 100).mark().value("long", 3 << 20).values(2, 10);
        byte[] content = image.toBytes();
        content[(int) image.values.get(5).offset() + 1] ^= 1;
        SegmentImage.write(memory, place.path(), content);
        Summary summary = look.summary(place, null);
        assertEquals(State.ACTIVE, summary.state());
        assertEquals(SegmentImage.totals(image.values.subList(0, 5)), summary.totals());
        assertEquals(List.of("key-0", "key-1", "key-2", "long", "key-4"), keys(99));
    }

    @Test
    void passesOverBadBytesInASealedSegment() throws IOException {
        SegmentImage image = new SegmentImage().values(3, 100).seal();
        byte[] content = image.toBytes();
        content[(int) image.values.get(1).offset() + 1] ^= 1;
        SegmentImage.write(memory, place.path(), content);
        assertEquals(List.of("key-0", "key-2"), keys(99));
    }

    @Test
    void aFileThatLeftOrIsNoSegmentIsTold() throws IOException {
        assertEquals(State.GONE, look.summary(place, null).state());
        assertEquals(List.of(), keys(99));
        SegmentImage.write(memory, place.path(), new byte[100]);
        assertThrows(CorruptException.class, () -> look.summary(place, null));
        assertThrows(CorruptException.class, () -> keys(99));
    }
}

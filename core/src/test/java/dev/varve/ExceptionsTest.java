package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExceptionsTest {
    private static final Path FILE = Path.of("/mnt/a/blobs/00000000000000000007.segment");
    private static final Path DRIVE = Path.of("/mnt/a");

    @Test
    void damageNamesPlaceExpectedAndFound() {
        CorruptionException e = new CorruptionException(FILE, 8_192, "checksum 1", "checksum 2");
        assertEquals("damaged at offset 8192 of " + FILE + ": expected checksum 1, found checksum 2", e.getMessage());
        assertEquals(FILE, e.file());
        assertEquals(8_192, e.offset());
        assertEquals("checksum 1", e.expected());
        assertEquals("checksum 2", e.found());
    }

    @Test
    void eachNamesWhatItIsAbout() {
        IOException cause = new IOException("Input/output error");
        OutOfSpaceException space = new OutOfSpaceException(DRIVE, 5, 7);
        assertEquals("no space on /mnt/a: 5 bytes free, 7 needed", space.getMessage());
        assertEquals(DRIVE, space.drive());
        assertEquals(5, space.free());
        assertEquals(7, space.needed());
        DriveFaultException drive = new DriveFaultException(DRIVE, cause);
        assertEquals("drive /mnt/a failed: Input/output error", drive.getMessage());
        assertEquals(DRIVE, drive.drive());
        assertSame(cause, drive.getCause());
        ReadFailedException read = new ReadFailedException(FILE, 9, cause);
        assertEquals("cannot read at offset 9 of " + FILE + ": Input/output error", read.getMessage());
        assertEquals(FILE, read.file());
        assertEquals(9, read.offset());
        StoreLockedException locked = new StoreLockedException(DRIVE, "process 7");
        assertEquals("store on /mnt/a is open already: process 7", locked.getMessage());
        assertEquals(DRIVE, locked.drive());
        assertEquals("process 7", locked.holder());
        PutTimeoutException timeout = new PutTimeoutException(Duration.ofSeconds(2), 70);
        assertEquals("no room in the write buffers for 70 bytes after 2000 ms", timeout.getMessage());
        assertEquals(Duration.ofSeconds(2), timeout.waited());
        assertEquals(70, timeout.needed());
        IndexFullException index = new IndexFullException(100, 30);
        assertEquals("index has reached indexBytesMax = 100 bytes, 30 more needed", index.getMessage());
        assertEquals(100, index.bytesMax());
        assertEquals(30, index.needed());
        TargetTooSmallException target = new TargetTooSmallException(10, 9);
        assertEquals("value has 10 bytes, target has room for 9", target.getMessage());
        assertEquals(10, target.needed());
        assertEquals(9, target.remaining());
        assertEquals("table blobs was dropped", new TableDroppedException("blobs").getMessage());
        assertEquals("store is closed", new StoreClosedException().getMessage());
        assertEquals(
                "cursor was idle for longer than PT1M", new CursorIdleException(Duration.ofMinutes(1)).getMessage());
        assertEquals(
                "interrupted while waiting for room in the write buffers for 8 bytes",
                new PutInterruptedException(8).getMessage());
    }

    @Test
    void tooOldAndTooNewDiffer() {
        FormatVersionException old = new FormatVersionException(FILE, 1, 2, 4);
        assertFalse(old.tooNew());
        assertEquals(FILE + " has format version 1, too old: this library reads 2 to 4", old.getMessage());
        FormatVersionException later = new FormatVersionException(FILE, 5, 2, 4);
        assertTrue(later.tooNew());
        assertEquals(5, later.version());
        assertEquals(FILE, later.file());
    }

    @Test
    void canBeSentElsewhere() throws IOException, ClassNotFoundException {
        List<RuntimeException> all = List.of(
                new CorruptionException(FILE, 1, "a", "b"),
                new OutOfSpaceException(DRIVE, 1, 2),
                new DriveFaultException(DRIVE, new IOException("x")),
                new FormatVersionException(FILE, 1, 2, 3),
                new PutTimeoutException(Duration.ofSeconds(1), 1),
                new OptionsException("StoreOptions", List.of("one", "two")));
        for (RuntimeException e : all) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(e);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                assertEquals(e.toString(), in.readObject().toString());
            }
        }
    }
}

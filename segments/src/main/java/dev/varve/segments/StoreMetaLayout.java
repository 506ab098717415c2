package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The payload of {@code varve.store}, in a {@link FrameLayout} with magic "VARVSTOR":
 *
 * <pre>
 *   u64 store id, high half
 *   u64 store id, low half
 *   u32 id of this drive
 *   u64 revision
 *   u32 next drive id
 *   u32 number of drives, and of each: u32 id, u32 length and UTF-8 of the path it was last seen at
 *   u32 number of drives the store was last opened without, u32 id of each
 *   u32 number of dropped tables, u32 id of each
 * </pre>
 */
final class StoreMetaLayout {
    static final int VERSION = 1;

    private static final FrameLayout FRAME = new FrameLayout("VARVSTOR", VERSION, "store metadata");

    private StoreMetaLayout() {}

    static ByteBuffer encode(StoreMeta meta) {
        PayloadWriter writer = new PayloadWriter()
                .putId(meta.storeId())
                .putInt(meta.driveId())
                .putLong(meta.revision())
                .putInt(meta.nextDriveId());
        writer.putInt(meta.drives().size());
        for (Map.Entry<Integer, String> drive : meta.drives().entrySet()) {
            writer.putInt(drive.getKey()).putText(drive.getValue());
        }
        putIds(writer, meta.without());
        putIds(writer, meta.droppedTables());
        return FRAME.encode(writer.toBytes());
    }

    static StoreMeta read(StoreFile file) throws IOException {
        return PayloadReader.decode(FRAME.read(file), file.path().toString(), StoreMetaLayout::decode);
    }

    private static StoreMeta decode(PayloadReader reader) {
        return new StoreMeta(
                reader.getId(),
                reader.getInt(),
                reader.getLong(),
                reader.getInt(),
                drives(reader),
                ids(reader),
                ids(reader));
    }

    private static SortedMap<Integer, String> drives(PayloadReader reader) {
        SortedMap<Integer, String> drives = new TreeMap<>();
        for (int left = reader.getCount(2 * Integer.BYTES); left > 0; left--) {
            int id = reader.getInt();
            drives.put(id, reader.getText());
        }
        return drives;
    }

    private static void putIds(PayloadWriter writer, Collection<Integer> ids) {
        writer.putInt(ids.size());
        ids.forEach(writer::putInt);
    }

    private static SortedSet<Integer> ids(PayloadReader reader) {
        SortedSet<Integer> ids = new TreeSet<>();
        for (int left = reader.getCount(Integer.BYTES); left > 0; left--) {
            ids.add(reader.getInt());
        }
        return ids;
    }
}

package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The payload of {@code table.meta}, in a {@link FrameLayout} with magic "VARVTABL":
 *
 * <pre>
 *   u64 store id, high half
 *   u64 store id, low half
 *   u32 table id
 *   u32 length and UTF-8 of the name
 *   u32 number of options, and of each: u32 length and UTF-8 of its name, u64 value
 *   u64 seed of the key hash
 *   u64 revision
 *   u64 sequences below this are reserved
 *   u32 number of abandoned ends, and of each: u64 sequence, u64 offset
 * </pre>
 */
final class TableMetaLayout {
    static final int VERSION = 1;

    private static final FrameLayout FRAME = new FrameLayout("VARVTABL", VERSION, "table metadata");

    private TableMetaLayout() {}

    static ByteBuffer encode(TableMeta meta) {
        PayloadWriter writer = new PayloadWriter()
                .putId(meta.storeId())
                .putInt(meta.tableId())
                .putText(meta.name())
                .putInt(meta.options().size());
        for (Map.Entry<String, Long> option : meta.options().entrySet()) {
            writer.putText(option.getKey()).putLong(option.getValue());
        }
        writer.putLong(meta.hashSeed()).putLong(meta.revision()).putLong(meta.sequenceReserved());
        writer.putInt(meta.abandonedEnds().size());
        for (SegmentEnd end : meta.abandonedEnds()) {
            writer.putLong(end.sequence()).putLong(end.offset());
        }
        return FRAME.encode(writer.toBytes());
    }

    static TableMeta read(StoreFile file) throws IOException {
        return PayloadReader.decode(FRAME.read(file), file.path().toString(), TableMetaLayout::decode);
    }

    private static TableMeta decode(PayloadReader reader) {
        return new TableMeta(
                reader.getId(),
                reader.getInt(),
                reader.getText(),
                options(reader),
                reader.getLong(),
                reader.getLong(),
                reader.getLong(),
                ends(reader));
    }

    private static SortedMap<String, Long> options(PayloadReader reader) {
        SortedMap<String, Long> options = new TreeMap<>();
        for (int left = reader.getCount(Integer.BYTES + Long.BYTES); left > 0; left--) {
            String name = reader.getText();
            options.put(name, reader.getLong());
        }
        return options;
    }

    private static List<SegmentEnd> ends(PayloadReader reader) {
        List<SegmentEnd> ends = new ArrayList<>();
        for (int left = reader.getCount(2 * Long.BYTES); left > 0; left--) {
            ends.add(new SegmentEnd(reader.getLong(), reader.getLong()));
        }
        return ends;
    }
}

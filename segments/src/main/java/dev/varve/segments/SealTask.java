package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Seals a segment whose records are all durable: last key directory, sync, seal, sync, and then the unused tail is given
 * back. Writes from buffers of its own, so that it needs nothing of the pool.
 */
final class SealTask implements SpaceTask {
    /** Longest stretch of a file that one step gives back, in bytes: more at once disturbs writers of the same drive. */
    static final long TRUNCATE_LENGTH = 64L << 20;

    private final ActiveSegment active;
    private final DriveWriter drive;
    private boolean sealed;

    SealTask(ActiveSegment active, DriveWriter drive) {
        this.active = active;
        this.drive = drive;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        if (!sealed) {
            seal();
            sealed = true;
            return Progress.MORE;
        }
        long end = Blocks.ceil(active.segment.dataEnd());
        long length = active.file.length();
        if (length > end) {
            active.file.truncate(Math.max(end, length - TRUNCATE_LENGTH));
            return Progress.MORE;
        }
        active.file.close();
        TableFiles files = active.lane.table.files();
        if (files.isMapped()) {
            // Opened while it was active, and so not mapped.
            files.openFiles().close(active.segment);
        }
        active.lane.table.segmentDone(active.segment, true);
        return Progress.DONE;
    }

    private void seal() throws IOException {
        long end = active.appended;
        long directory = active.keyDirectory.previousOffset();
        if (active.keyDirectory.count() > 0) {
            directory = end;
            end = writeDirectory(end);
        }
        Segment segment = active.segment;
        Seal seal = new Seal(segment.header(), end, directory, segment.tally().totals());
        drive.writeSeal(active.file, seal);
        active.keyDirectory.release();
        segment.sealed(end, directory);
        active.lane.table.stats().sealedOne();
        drive.scope().events().sealed(segment);
    }

    private long writeDirectory(long at) throws IOException {
        ByteBuffer record = active.keyDirectory.encode(active.appendDeltaNow());
        RecordLayout.finish(new Checksum(active.segment.salt()), record, 0, at);
        long from = Blocks.floor(at);
        int lead = (int) (at - from);
        int length = record.limit();
        ByteBuffer buffer = drive.sealBuffer();
        int blocks = (int) Blocks.ceil(lead + length);
        buffer.clear();
        if (lead > 0) {
            buffer.put(0, active.lastBlock, 0, lead);
        }
        buffer.put(lead, record, 0, length);
        for (int i = lead + length; i < blocks; i++) {
            buffer.put(i, (byte) 0);
        }
        active.file.write(buffer.limit(blocks), from);
        active.file.sync();
        active.keyDirectory.wrote(at);
        return at + length;
    }

    @Override
    public void failed(IOException cause) {
        drive.drive().fail(cause);
        active.lane.table.segmentDone(active.segment, false);
    }
}

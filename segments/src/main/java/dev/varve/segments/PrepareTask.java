package dev.varve.segments;

import java.io.IOException;

/** Makes the file of a lane's next segment before the lane needs it. */
final class PrepareTask implements SpaceTask {
    private final Lane lane;
    private final DriveWriter drive;

    PrepareTask(Lane lane, DriveWriter drive) {
        this.lane = lane;
        this.drive = drive;
    }

    @Override
    public Progress step(long nowNanos) throws IOException {
        if (lane.prepared == null && lane.fault == null) {
            SegmentHeader header = lane.table.newHeader(
                    drive, lane.number, drive.scope().clock().nowMs());
            lane.prepared = drive.createSegment(header, lane.table, true);
        }
        lane.preparing.set(false);
        return Progress.DONE;
    }

    /** The lane's agent will make the file itself and meet the same trouble where it matters. */
    @Override
    public void failed(IOException cause) {
        lane.preparing.set(false);
    }
}

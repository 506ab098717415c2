package dev.varve.segments;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses a lane for each append. The drive follows from the key's hash, which is keyed by a secret, in proportion to the
 * drives' free space; on a drive the lowest lane whose backlog is small, so that light load stays on one lane and a flush is
 * one sync, and heavy load spreads and keeps the drive busy. Stateless but for a table that is renewed now and then; any
 * thread.
 */
final class LaneChooser {
    private static final long BACKLOG_SMALL_MAX = 1L << 20;
    private static final int SPINS = 64;
    private static final int BUCKETS = 256;
    private static final int SHORT_LENGTH = 64 << 10;
    /** A file system in memory has any amount of room, and the sum over all drives must not overflow. */
    private static final long WEIGHT_MAX = Long.MAX_VALUE >>> 10;

    private final List<DriveWriter> drives;
    private final Lane[][] lanes;
    private final long backlogSmall;

    LaneChooser(List<DriveWriter> drives, Lane[] all, WritePool pool) {
        this.drives = drives;
        lanes = new Lane[drives.size()][];
        int from = 0;
        for (int i = 0; i < lanes.length; i++) {
            int count = drives.get(i).laneCount();
            lanes[i] = Arrays.copyOfRange(all, from, from + count);
            from += count;
        }
        backlogSmall = Math.min(BACKLOG_SMALL_MAX, pool.chunkLength());
    }

    /** A lane for this record, locked. */
    Lane lock(AppendRequest r) throws IOException {
        int first = lanes.length == 1 ? 0 : driveAt((int) (r.hash() >>> 56) & (BUCKETS - 1));
        Lane lane = first < 0 ? null : lockOn(lanes[first], r);
        for (int i = 0; lane == null && i < lanes.length; i++) {
            lane = lockOn(lanes[i], r);
        }
        if (lane == null) {
            throw refusal();
        }
        return lane;
    }

    Lane lockOn(DriveWriter drive, AppendRequest r) {
        return lockOn(lanes[drives.indexOf(drive)], r);
    }

    private Lane lockOn(Lane[] ofDrive, AppendRequest r) {
        Lane least = null;
        long leastBacklog = Long.MAX_VALUE;
        // Those who wait for durability are served by one sync, so they share a lane even if that takes some pushing.
        boolean together = ofDrive[0].isFlushAhead();
        int first = together ? 0 : r.firstLane(ofDrive.length);
        for (int i = 0; i < ofDrive.length; i++) {
            Lane lane = ofDrive[first + i < ofDrive.length ? first + i : first + i - ofDrive.length];
            if (!lane.isUsable()) {
                continue;
            }
            long backlog = lane.backlog();
            if (backlog <= backlogSmall && (tryLock(lane, r, together) || waitFor(lane, r, together))) {
                return lane;
            }
            if (backlog < leastBacklog) {
                least = lane;
                leastBacklog = backlog;
            }
        }
        if (least != null) {
            least.lock.lock();
        }
        return least;
    }

    /** Appends are short: it pays to wait for one before going to another lane, which would make the next flush two syncs. */
    private static boolean tryLock(Lane lane, AppendRequest r, boolean together) {
        if (lane.lock.tryLock()) {
            r.foundLaneFree();
            return true;
        }
        if (!together) {
            r.foundLaneHeld();
        }
        for (int i = 0; i < SPINS; i++) {
            if (lane.lock.tryLock()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Of those that share a lane, a short record waits its turn; a long one would keep the others waiting. */
    private boolean waitFor(Lane lane, AppendRequest r, boolean together) {
        if (together && r.recordLength() <= SHORT_LENGTH) {
            lane.lock.lock();
            return true;
        }
        return false;
    }

    /** The drive of a bucket: drives own buckets in proportion to the room they have. -1: none has any. */
    private int driveAt(int bucket) {
        long sum = 0;
        // By index: an iterator would be garbage at every append.
        for (int i = 0; i < lanes.length; i++) {
            sum += weight(drives.get(i));
        }
        long at = (long) ((double) sum * bucket / BUCKETS);
        for (int i = 0; i < lanes.length; i++) {
            long weight = weight(drives.get(i));
            if (at < weight) {
                return i;
            }
            at -= weight;
        }
        return -1;
    }

    private static long weight(DriveWriter drive) {
        return drive.takesAppends()
                ? Math.max(0, Math.min(WEIGHT_MAX, drive.room().left()))
                : 0;
    }

    /** A drive with this much room, for a value that gets a segment of its own. */
    DriveWriter driveFor(long hash, long length) throws IOException {
        int first = lanes.length == 1 ? 0 : Math.max(0, driveAt((int) (hash >>> 56) & (BUCKETS - 1)));
        for (int i = 0; i < lanes.length; i++) {
            DriveWriter drive = drives.get((first + i) % lanes.length);
            if (drive.takesAppends() && drive.room().take(length)) {
                return drive;
            }
        }
        IOException cause = faultOfAll();
        throw cause != null ? cause : noRoom(drives, length);
    }

    private IOException refusal() {
        IOException cause = faultOfAll();
        return cause != null ? cause : noRoom(drives, 0);
    }

    /** The first fault if every drive has one. */
    private IOException faultOfAll() {
        IOException first = null;
        for (DriveWriter drive : drives) {
            if (drive.drive().fault() == null) {
                return null;
            }
            first = first == null ? drive.drive().fault() : first;
        }
        return first == null ? null : new IOException("no drive takes appends: " + first.getMessage(), first);
    }

    static NoRoomException noRoom(List<DriveWriter> drives, long needed) {
        DriveWriter best = drives.get(0);
        for (DriveWriter drive : drives) {
            best = drive.room().left() > best.room().left() ? drive : best;
        }
        return new NoRoomException(
                best.drive().root(), best.room().usable(), best.room().reserveBytes(), needed);
    }
}

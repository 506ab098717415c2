package dev.varve.segments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The write side of one drive, for all tables: its agents, its room, its spare files. Thread-safe.
 *
 * <p>Lane {@code n} of every table belongs to lane agent {@code n} modulo their number, so that several writes are in
 * flight on the drive, and never two of one lane.
 */
public final class DriveWriter {
    private static final String SPARE_FOLDER = "spare";
    private static final String SPARE_SUFFIX = ".spare";
    private static final int SPARES_A_LANE = 2;
    private static final int LIVE_PART = 8;

    private final Drive drive;
    private final WriteScope scope;
    private final DriveRoom room;
    private final Spares spares = new Spares();
    private final LaneAgent[] laneAgents;
    private final SpaceAgent spaceAgent;
    private final CopyOnWriteArrayList<Lane> lanes = new CopyOnWriteArrayList<>();
    /** Blocks 0 and 1 of the file that is being made; under its own monitor. */
    private final ByteBuffer blocks;

    /** Under its own monitor. */
    private final ArrayDeque<ByteBuffer> streamBuffers = new ArrayDeque<>();
    /** The space agent's. */
    private ByteBuffer sealBuffer;

    /** Lanes that wait for space: while there are any, the drive takes no appends. */
    private final AtomicInteger fullLanes = new AtomicInteger();

    private volatile boolean retiring;

    /**
     * @param lanesPerDrive lanes of a table on this drive, and so writes in flight
     * @param freeSpaceMin bytes of the drive that appends leave alone; negative for the default rule
     */
    public DriveWriter(Drive drive, WriteScope scope, int lanesPerDrive, long freeSpaceMin) {
        this.drive = drive;
        this.scope = scope;
        this.room = new DriveRoom(this, freeSpaceMin);
        laneAgents = new LaneAgent[lanesPerDrive];
        for (int i = 0; i < lanesPerDrive; i++) {
            laneAgents[i] = new LaneAgent("varve-drive-" + drive.id() + "-lane-" + i, scope);
        }
        spaceAgent = new SpaceAgent(this, "varve-drive-" + drive.id() + "-space");
        blocks = AlignedBuffers.allocate(2 * FileSystem.BLOCK);
    }

    public Drive drive() {
        return drive;
    }

    public WriteScope scope() {
        return scope;
    }

    /** The agents of this drive, each to be run by one thread of its own. */
    public List<ParkingAgent> agents() {
        List<ParkingAgent> all = new ArrayList<>(List.of(laneAgents));
        all.add(spaceAgent);
        return all;
    }

    public DriveRoom room() {
        return room;
    }

    /** Files waiting for a new life, and their bytes. */
    public int spareCount() {
        return spares.count();
    }

    public long spareBytes() {
        return spares.bytes();
    }

    /** Bytes of retired files that are still to be given back. */
    public long bytesWaitingForDeletion() {
        return spaceAgent.bytesWaiting();
    }

    Spares spares() {
        return spares;
    }

    int laneCount() {
        return laneAgents.length;
    }

    void register(Lane lane) {
        lanes.add(lane);
    }

    void unregister(Lane lane) {
        lanes.remove(lane);
    }

    /** Bytes appended to lanes of this drive and not yet in files. */
    long backlog() {
        long sum = 0;
        for (Lane lane : lanes) {
            sum += Math.max(0, lane.backlog());
        }
        return sum;
    }

    /** Puts a lane on its agent's list. Any thread. */
    void schedule(Lane lane) {
        agentOf(lane).schedule(lane);
    }

    LaneAgent agentOf(Lane lane) {
        return laneAgents[lane.number % laneAgents.length];
    }

    /** Makes all lane agents look again; the pool is short. */
    public void signalAll() {
        for (LaneAgent agent : laneAgents) {
            agent.signal();
        }
    }

    boolean takesAppends() {
        return !retiring && drive.fault() == null && fullLanes.get() == 0;
    }

    /** No new records come here any more; what is there stays readable. */
    public void retire() {
        retiring = true;
    }

    boolean takeRoom(ActiveSegment active, long bytes) {
        return active.appended + bytes <= active.recycledLength || room.take(bytes);
    }

    /** A lane met the end of the drive's space, or got past it. Lane agents. */
    void noteFull(boolean full) {
        int lanesNow = fullLanes.addAndGet(full ? 1 : -1);
        if (lanesNow == (full ? 1 : 0)) {
            scope.events().noSpace(drive, full);
        }
    }

    void seal(ActiveSegment active) {
        spaceAgent.add(new SealTask(active, this));
    }

    void retire(Segment segment, TableWriter table) {
        spaceAgent.add(new RetireTask(segment, table, this));
    }

    void reclaim(Path path, TableWriter table) {
        spaceAgent.add(new ReclaimTask(path, table, this));
    }

    void prepare(Lane lane) {
        spaceAgent.add(new PrepareTask(lane, this));
    }

    /** A prepared segment is not wanted any more; its file is given back. */
    void discard(PreparedSegment prepared, TableWriter table) {
        spaceAgent.add(new DiscardTask(prepared, table, this));
    }

    /** Deletes a file in steps, behind the writers. */
    public void delete(Path path, long length) {
        spaceAgent.add(new DeleteTask(path, length, this));
    }

    Path spareFolder() {
        return drive.root().resolve(SPARE_FOLDER);
    }

    Path newSparePath() {
        return spareFolder().resolve(spares.newNumber() + SPARE_SUFFIX);
    }

    /** Takes up what lies in the drive's spare folder: whole spares wait for use, all else is deleted. Once, before any append. */
    public void findSpares() throws IOException {
        FileSystem fs = drive.fileSystem();
        room.refresh();
        if (!fs.isDirectory(spareFolder())) {
            return;
        }
        for (String name : fs.list(spareFolder())) {
            if (!name.endsWith(SPARE_SUFFIX)) {
                continue;
            }
            Path path = spareFolder().resolve(name);
            try {
                spares.skipTo(Long.parseLong(name.substring(0, name.length() - SPARE_SUFFIX.length())));
            } catch (NumberFormatException e) {
                continue;
            }
            long length = fs.length(path);
            if (isSpare(path) && fs.linkCount(path) == 1) {
                spares.add(new Spares.Spare(path, length));
            } else {
                delete(path, length);
            }
        }
    }

    private boolean isSpare(Path path) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(FileSystem.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        try (StoreFile file = drive.fileSystem().open(path, OpenMode.READ)) {
            return file.read(block, 0) == FileSystem.BLOCK
                    && SegmentHeaderLayout.decode(block, 0, path.toString()).kind() == SegmentHeader.SPARE;
        } catch (FormatException e) {
            return false;
        }
    }

    /**
     * Makes the file of a new segment: a spare or a new file gets its header in the spare folder, is synced, and only then
     * moves to its table.
     */
    PreparedSegment createSegment(SegmentHeader header, TableWriter table, boolean spareWanted) throws IOException {
        FileSystem fs = drive.fileSystem();
        TableFiles files = table.files();
        boolean direct = table.isDirect() && drive.isDirect();
        Spares.Spare spare = spareWanted ? spares.take() : null;
        Path made = spare != null ? spare.path() : newSparePath();
        if (spare == null) {
            fs.createDirectories(spareFolder());
        } else {
            table.stats().reusedOne();
        }
        fs.createDirectories(files.folder(drive));
        OpenMode mode = mode(direct, spare == null);
        try (StoreFile file = fs.open(made, mode)) {
            writeFirstBlocks(file, header);
        }
        Path path = files.segmentPath(drive, header.sequence());
        fs.rename(made, path);
        fs.syncDirectory(files.folder(drive));
        fs.syncDirectory(spareFolder());
        StoreFile file = fs.open(path, mode(direct, false));
        return new PreparedSegment(header, file, spare != null ? spare.length() : 0);
    }

    private static OpenMode mode(boolean direct, boolean create) {
        if (create) {
            return direct ? OpenMode.CREATE_DIRECT : OpenMode.CREATE;
        }
        return direct ? OpenMode.WRITE_DIRECT : OpenMode.WRITE;
    }

    /** Writes and syncs a seal. */
    void writeSeal(StoreFile file, Seal seal) throws IOException {
        synchronized (blocks) {
            blocks.clear();
            SealLayout.encode(seal, blocks, 0);
            blocks.limit(FileSystem.BLOCK);
            file.write(blocks, SealLayout.OFFSET);
            file.sync();
        }
    }

    /** Room for the last block of a segment and its last key directory. For the space agent. */
    ByteBuffer sealBuffer() {
        if (sealBuffer == null) {
            long length = KeyDirectoryLayout.recordLength(KeyDirectoryLayout.ENTRIES_MAX) + 2L * FileSystem.BLOCK;
            sealBuffer = AlignedBuffers.allocate((int) Blocks.ceil(length));
        }
        return sealBuffer;
    }

    /** A buffer for one streamed value; as many are made as streams were ever open at once. */
    ByteBuffer takeStreamBuffer(int length) {
        synchronized (streamBuffers) {
            ByteBuffer free = streamBuffers.pollLast();
            if (free != null) {
                return free.clear();
            }
        }
        return AlignedBuffers.allocate(length);
    }

    void giveStreamBuffer(ByteBuffer buffer) {
        synchronized (streamBuffers) {
            streamBuffers.addLast(buffer);
        }
    }

    /**
     * Whether a spare of this length would soon be taken: two for each lane in use, and beyond that an eighth of what the
     * table holds, because a drive that is slow for a while lets more expire than is written.
     */
    boolean hasUseForSpare(long length, TableWriter table) {
        int busy = 0;
        for (Lane lane : lanes) {
            busy += lane.isFast() ? 1 : 0;
        }
        if (busy == 0) {
            return false;
        }
        return spares.count() < SPARES_A_LANE * busy || spares.bytes() + length <= table.sealedBytes() / LIVE_PART;
    }

    /** A number that changes when there are appends. */
    long appendsSeen() {
        long sum = 0;
        for (Lane lane : lanes) {
            sum += lane.position;
        }
        return sum;
    }

    /** Writes block 0 and an empty block 1 together, so that no seal of a former life survives, and syncs them. */
    void writeFirstBlocks(StoreFile file, SegmentHeader header) throws IOException {
        synchronized (blocks) {
            blocks.clear();
            SegmentHeaderLayout.encode(header, blocks, 0);
            SegmentHeaderLayout.zero(blocks, SealLayout.OFFSET, FileSystem.BLOCK);
            file.write(blocks, 0);
            file.sync();
        }
    }
}

package dev.varve.internal;

import dev.varve.CorruptionException;
import dev.varve.DriveFaultException;
import dev.varve.DriveMissingException;
import dev.varve.FormatVersionException;
import dev.varve.OutOfSpaceException;
import dev.varve.ReadFailedException;
import dev.varve.StoreFaultException;
import dev.varve.StoreLockedException;
import dev.varve.VarveException;
import dev.varve.segments.CorruptException;
import dev.varve.segments.Drive;
import dev.varve.segments.DriveLockedException;
import dev.varve.segments.DriveRefusedException;
import dev.varve.segments.FileSystem;
import dev.varve.segments.FormatTooNewException;
import dev.varve.segments.FormatTooOldException;
import dev.varve.segments.NoRoomException;
import dev.varve.segments.NoSpaceException;
import dev.varve.segments.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Turns what the files answer into what the API promises. Stateless. */
final class Failures {
    private Failures() {}

    /** A look-up or read failed. */
    static RuntimeException ofRead(TableCore table, Finder finder, IOException cause) {
        Segment in = finder.segment() != null ? finder.segment() : finder.failedIn();
        long offset = finder.segment() != null ? finder.offset() : finder.failedAt();
        return ofRead(table, in, offset, cause);
    }

    /** A put failed: in its look-up, or in what it wrote. */
    static RuntimeException ofPut(TableCore table, Finder finder, IOException cause) {
        if (!table.isOpen()) {
            return table.closedException();
        }
        return finder.failedIn() != null ? ofRead(table, finder, cause) : ofWrite(table.store, cause);
    }

    /** Reading a segment failed; {@code in} may be null if it is not known which. */
    static RuntimeException ofRead(TableCore table, Segment in, long offset, IOException cause) {
        if (!table.isOpen()) {
            return table.closedException();
        }
        if (cause instanceof CorruptException damage) {
            CorruptionException corruption = of(damage);
            table.store.listener.damageFound(corruption);
            return corruption;
        }
        if (in == null) {
            return ofWrite(table.store, cause);
        }
        IOException fault = in.drive().fault();
        if (fault != null) {
            return new DriveFaultException(in.drive().root(), fault);
        }
        return new ReadFailedException(in.path(), offset, cause);
    }

    /** An append, a flush or a change of metadata failed. */
    static VarveException ofWrite(StoreCore store, IOException cause) {
        if (cause instanceof NoRoomException room) {
            return new OutOfSpaceException(room.drive(), room.free(), room.needed(), cause);
        }
        if (cause instanceof NoSpaceException) {
            return outOfSpace(store.drives, cause);
        }
        if (store.hasNoHealthyDrive()) {
            store.faults.latch(new StoreFaultException("no drive is left to write to: " + cause.getMessage(), cause));
        }
        VarveException first = store.faults.first();
        return first != null ? first : new StoreFaultException("cannot write: " + cause.getMessage(), cause);
    }

    /** Names the drive with most room, for an error of the file system that named none. */
    private static OutOfSpaceException outOfSpace(List<Drive> drives, IOException cause) {
        Path most = drives.get(0).root();
        long free = -1;
        for (Drive drive : drives) {
            try {
                long usable = drive.space().usable();
                if (usable > free) {
                    free = usable;
                    most = drive.root();
                }
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
        return new OutOfSpaceException(most, free, FileSystem.BLOCK, cause);
    }

    /** Opening failed. */
    static RuntimeException ofOpen(IOException cause) {
        if (cause instanceof CorruptException damage) {
            return of(damage);
        }
        if (cause instanceof FormatTooNewException format) {
            return new FormatVersionException(Path.of(format.file()), (int) format.found(), 1, (int) format.newest());
        }
        if (cause instanceof FormatTooOldException format) {
            return new FormatVersionException(
                    Path.of(format.file()), (int) format.found(), (int) format.oldest(), (int) format.oldest());
        }
        if (cause instanceof DriveLockedException locked) {
            return new StoreLockedException(Path.of(locked.root()), locked.holder());
        }
        if (cause instanceof DriveRefusedException refused) {
            if (refused.reason() == DriveRefusedException.Reason.MISSING
                    || refused.reason() == DriveRefusedException.Reason.FOREIGN) {
                return new DriveMissingException(refused.getMessage());
            }
            return new IllegalArgumentException(refused.getMessage(), refused);
        }
        return new VarveException("cannot open the store: " + cause, cause);
    }

    static CorruptionException of(CorruptException damage) {
        return new CorruptionException(Path.of(damage.file()), damage.offset(), damage.expected(), damage.found());
    }
}

package dev.varve.segments;

import dev.varve.segments.DriveRefusedException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the roots that a user gave absolute, and refuses two that are one directory or lie in one another. */
final class DriveRoots {
    static final int MAX = 64;

    private DriveRoots() {}

    static List<Path> resolve(FileSystem fileSystem, List<Path> given) throws IOException {
        if (given.isEmpty() || given.size() > MAX) {
            throw new DriveRefusedException(
                    "", Reason.UNUSABLE, "a store has 1 to " + MAX + " drives, not " + given.size());
        }
        List<Path> roots = new ArrayList<>();
        List<Path> canonical = new ArrayList<>();
        Map<Object, Path> keys = new HashMap<>();
        for (Path path : given) {
            Path root = expand(path).toAbsolutePath().normalize();
            roots.add(root);
            canonical.add(canonical(fileSystem, root));
            if (fileSystem.exists(root)) {
                Path other = keys.put(fileSystem.fileKey(root), root);
                if (other != null) {
                    throw overlapping(root, other, "are the same directory");
                }
            }
        }
        for (int i = 0; i < roots.size(); i++) {
            for (int j = 0; j < roots.size(); j++) {
                if (i != j && canonical.get(i).startsWith(canonical.get(j))) {
                    boolean same = canonical.get(i).equals(canonical.get(j));
                    throw overlapping(
                            roots.get(i), roots.get(j), same ? "are the same directory" : "lie in one another");
                }
            }
        }
        return roots;
    }

    /** As a shell would: {@code ~} alone or in front is the user's home. */
    private static Path expand(Path path) {
        if (path.getNameCount() == 0
                || path.isAbsolute()
                || !path.getName(0).toString().equals("~")) {
            return path;
        }
        Path home = Path.of(System.getProperty("user.home"));
        return path.getNameCount() == 1 ? home : home.resolve(path.subpath(1, path.getNameCount()));
    }

    /** Also of what does not exist yet: then its nearest ancestor that does counts. */
    private static Path canonical(FileSystem fileSystem, Path root) throws IOException {
        Path existing = root;
        while (existing.getParent() != null && !fileSystem.exists(existing)) {
            existing = existing.getParent();
        }
        return fileSystem.exists(existing)
                ? fileSystem
                        .canonical(existing)
                        .resolve(existing.relativize(root))
                        .normalize()
                : root;
    }

    private static DriveRefusedException overlapping(Path root, Path other, String how) {
        return new DriveRefusedException(root.toString(), Reason.OVERLAPPING, root + " and " + other + " " + how);
    }
}

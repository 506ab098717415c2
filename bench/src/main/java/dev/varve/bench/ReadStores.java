package dev.varve.bench;

import dev.varve.bench.contest.Contender;
import dev.varve.bench.contest.Contest;
import dev.varve.bench.contest.Crew;
import dev.varve.bench.contest.OpsStore;
import dev.varve.bench.contest.RandomReads;
import dev.varve.bench.raw.PageCache;
import dev.varve.bench.raw.RawReads;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.OpsTurn;
import dev.varve.bench.rival.Stores;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.StoreKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Random gets from several stores, each in a JVM of its own: hits and misses from the page cache in turns with the bare call
 * and the bare copy, then cold, each store opened anew after the page cache was emptied. For one thread.
 */
final class ReadStores {
    private static final int ROUNDS = 3;
    /** A get brings its neighbours in as well; with more than one key in so many read, some are found in memory. */
    private static final int COLD_SHARE = 20;

    private static final String RAW_READ = "raw positional read";
    private static final String RAW_COPY = "raw copy from a mapping";
    private static final String RAW_DEVICE = "raw direct read";
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final Scratch scratch;
    private final PrintWriter out;
    private final Shape shape;
    private final List<String> ends = new ArrayList<>();

    /** What is read, by how many threads, and for how long. */
    record Shape(
            long keys,
            int keyBytes,
            int valueBytes,
            int recordBytes,
            int threads,
            RandomReads.Draw draw,
            Duration secondsPerStore) {}

    /** A store, and the raw work that its gets are compared with. */
    private record Entry(OpsStore store, String ceiling) {}

    ReadStores(Scratch scratch, Shape shape, PrintWriter out) {
        this.scratch = scratch;
        this.shape = shape;
        this.out = out;
    }

    boolean hasFaults() {
        return ends.stream().anyMatch(end -> end.contains(" ended early: "));
    }

    /** {@return the rows of all stores; prints them as well} */
    List<Map<String, Object>> run(List<StoreKind> kinds) throws IOException {
        Path directory = scratch.directories().get(0);
        List<Entry> entries = new ArrayList<>();
        try (Crew crew = new Crew(shape.threads());
                RawReads raw = new RawReads(directory, shape.keys(), shape.recordBytes())) {
            scratch.onInterrupt(crew::stop);
            for (StoreKind kind : kinds) {
                Optional<String> why = kind.capabilities().reasonAgainst(EnumSet.of(Capability.REOPEN));
                why.ifPresent(reason -> ends.add(kind.name() + " was left out, " + reason));
                if (why.isEmpty()) {
                    out.println(kind.name() + ": " + kind.settings());
                    start(kind, entries);
                }
            }
            List<Map<String, Object>> results = new ArrayList<>();
            if (!entries.isEmpty() && !scratch.isInterrupted()) {
                for (Entry entry : entries) {
                    warm(entry);
                }
                results.addAll(cached(entries, raw, crew));
                results.addAll(cold(entries, raw, crew));
            }
            entries.stream()
                    .map(Entry::store)
                    .filter(store -> store.reason() != null)
                    .forEach(store -> ends.add(store.name() + " ended early: " + store.reason()));
            ends.forEach(end -> out.println("  " + end));
            return results;
        } finally {
            for (Entry entry : entries) {
                entry.store().close();
            }
        }
    }

    private void start(StoreKind kind, List<Entry> entries) throws IOException {
        if (kind.name().equals(Stores.VARVE)) {
            entries.add(new Entry(filled(kind, "varve channel", false), RAW_READ));
            entries.add(new Entry(filled(kind, "varve mapped", true), RAW_COPY));
        } else {
            // LMDB and MapDB read from mappings, the others by system calls.
            boolean maps = kind.name().startsWith("lmdb") || kind.name().equals("mapdb");
            entries.add(new Entry(filled(kind, kind.name(), false), maps ? RAW_COPY : RAW_READ));
        }
    }

    private OpsStore filled(StoreKind kind, String name, boolean mapped) throws IOException {
        Map<String, Object> how = new LinkedHashMap<>();
        how.put("keys", shape.keys());
        how.put("key_bytes", shape.keyBytes());
        how.put("value_bytes", shape.valueBytes());
        how.put("threads", shape.threads());
        how.put("draw", shape.draw().name());
        how.put("async", true);
        how.put("buffered", true);
        how.put("mapped", mapped);
        OpsStore store = new OpsStore(kind, name, scratch.directories().get(0), how, out);
        scratch.onInterrupt(store::kill);
        // Opened again, nothing of it is in write buffers any more.
        store.run("fill");
        store.run("close");
        store.run("open");
        return store;
    }

    private static void warm(Entry entry) throws IOException {
        if (entry.store().name().startsWith("lmdb")) {
            // Its file is mostly a hole, which would fill the page cache with zeros.
            entry.store().run("scan");
        } else {
            PageCache.fill(entry.store().directory());
        }
    }

    private List<Map<String, Object>> cached(List<Entry> entries, RawReads raw, Crew crew) throws IOException {
        List<Contender> all = new ArrayList<>();
        all.add(Contender.ceiling(RAW_READ, turns(crew, () -> {
            ByteBuffer target = ByteBuffer.allocateDirect(shape.recordBytes());
            return number -> raw.read(number, target);
        })));
        all.add(Contender.ceiling(RAW_COPY, turns(crew, () -> {
            ByteBuffer target = ByteBuffer.allocateDirect(shape.recordBytes());
            return number -> raw.copy(number, target);
        })));
        for (Entry entry : entries) {
            OpsStore store = entry.store();
            all.add(new Contender(
                    store.name() + ", get", entry.ceiling(), length -> store.turn("get", shape.threads(), 0, length)));
            all.add(Contender.ceiling(
                    store.name() + ", get of an absent key", length -> store.turn("miss", shape.threads(), 0, length)));
        }
        return contest(
                all, "from the page cache, " + shape.threads() + (shape.threads() == 1 ? " thread" : " threads"));
    }

    private Contender.Runner turns(Crew crew, RandomReads.ReadMaker maker) {
        RandomReads reads = new RandomReads(shape.threads(), shape.keys(), shape.draw(), maker);
        return length -> crew.run(shape.threads(), length, reads);
    }

    private List<Map<String, Object>> cold(List<Entry> entries, RawReads raw, Crew crew) throws IOException {
        if (!canDropCaches()) {
            ends.add("cold gets were left out: the page cache may not be emptied here; give --keys for more data than"
                    + " memory instead");
            return List.of();
        }
        ByteBuffer target = raw.deviceBuffer();
        RandomReads device = new RandomReads(1, Long.MAX_VALUE, () -> number -> raw.readDevice(number, target));
        List<Contender> all = new ArrayList<>();
        Set<String> notCold = new LinkedHashSet<>();
        all.add(Contender.ceiling(RAW_DEVICE, length -> crew.run(1, length, device)));
        for (Entry entry : entries) {
            OpsStore store = entry.store();
            all.add(new Contender(store.name() + ", get, cold", RAW_DEVICE, length -> {
                // What a store maps or keeps itself would stay otherwise.
                store.run("close");
                dropCaches();
                store.run("open");
                OpsTurn turn = store.turn("get", 1, 0, length);
                if (turn.ops() > shape.keys() / COLD_SHARE) {
                    notCold.add(store.name());
                }
                return turn;
            }));
        }
        List<Map<String, Object>> results = contest(all, "from the device, 1 thread");
        if (!notCold.isEmpty()) {
            ends.add("TOO FEW KEYS: gets of " + String.join(", ", notCold) + " read what earlier ones of the turn had"
                    + " brought in, hence not cold");
        }
        return results;
    }

    private List<Map<String, Object>> contest(List<Contender> contenders, String title) throws IOException {
        Contest contest = new Contest(contenders);
        Duration all = shape.secondsPerStore().multipliedBy(contenders.size()).dividedBy(4);
        if (scratch.isInterrupted()) {
            return List.of();
        }
        contest.run(ROUNDS, all.dividedBy((ROUNDS + 1L) * contenders.size()));
        out.println();
        out.println(contest.table(title));
        out.println();
        return contest.json();
    }

    private static boolean canDropCaches() {
        return Files.isWritable(DROP_CACHES);
    }

    private static void dropCaches() throws IOException {
        // Only clean pages go; everything was made durable when it was closed.
        Files.writeString(DROP_CACHES, "1");
    }
}

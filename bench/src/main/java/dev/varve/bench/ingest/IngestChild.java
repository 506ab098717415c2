package dev.varve.bench.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.bench.child.ChildServer;
import dev.varve.bench.child.Packed;
import dev.varve.bench.load.Load;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.load.Totals;
import dev.varve.bench.load.Values;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.report.Machine;
import dev.varve.bench.subject.Capability;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.StoreKind;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** One store of a run of several, in a JVM of its own: has turns when it is told. For one thread. */
public final class IngestChild implements ChildServer.Answers {
    /** Recycled segments, per drive, after which blocks are taken to be recycled ones for good. */
    private static final int RECYCLED_STEADY = 8;

    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SETTLING_NANOS_MOST = TimeUnit.SECONDS.toNanos(5);

    private final IngestPlan plan;
    private final ChildServer server;
    private final RunClock clock = new RunClock();
    private final Subject subject;
    private final Load load;
    private final long opened = System.nanoTime();
    private long disk;
    private long diskPeak;

    /**
     * Opens the store.
     *
     * @param kind which
     * @param plan what to do, the directory and the store's share of the space included
     * @param server told how it goes
     * @throws IOException if it cannot be opened
     */
    public IngestChild(StoreKind kind, IngestPlan plan, ChildServer server) throws IOException {
        this.plan = plan;
        this.server = server;
        subject = kind.opener().open(plan.subject(), clock);
        Values values = new Values(plan.seed(), plan.load().writers(), plan.values());
        LongSupplier time = kind.capabilities().has(Capability.CLOCK) ? clock::monotonicNanos : System::nanoTime;
        load = new Load(plan.load(), subject, plan.keys(), values, time);
        load.totals().complainTo(what -> server.say(Map.of("complaint", what)));
    }

    @Override
    public Object answer(JsonNode question) throws IOException {
        return switch (question.path("do").asText()) {
            case "turn" ->
                turn(
                        Duration.ofMillis(question.path("millis").asLong()),
                        question.path("until_steady").asBoolean());
            case "figures" -> figures();
            default -> throw new IOException("unknown question " + question);
        };
    }

    private Map<String, Object> turn(Duration length, boolean untilSteady) throws IOException {
        long written = Machine.bytesWritten().orElse(0);
        clock.resume();
        LoadTurn turn = load.turn(length, interval -> {
            server.say(Map.of("beat", beat(interval)));
            return !(untilSteady && isSteady());
        });
        settle();
        clock.pause();
        disk = AllocatedBytes.of(plan.subject().drives());
        diskPeak = Math.max(diskPeak, disk);
        Map<String, Object> all = Packed.turn(turn);
        all.put("written_here", Machine.bytesWritten().orElse(0) - written);
        return all;
    }

    private Map<String, Object> beat(LoadTurn interval) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bytes_per_second", interval.bytesPerSecond());
        Histogram batches = interval.batches();
        boolean none = batches.getTotalCount() == 0;
        all.put("batch_p50_us", none ? null : batches.getValueAtPercentile(50) / 1e3);
        all.put("batch_p99_us", none ? null : batches.getValueAtPercentile(99) / 1e3);
        all.put("batch_max_us", none ? null : batches.getMaxValue() / 1e3);
        all.put("reads_per_second", interval.reads().getTotalCount() * 1e9 / interval.nanos());
        all.put("live_bytes", subject.stats().liveBytes());
        all.put("heap_bytes", Machine.heapBytes());
        return all;
    }

    /** Whether it writes over what has expired by now; of a store that recycles nothing, whether something must have. */
    private boolean isSteady() {
        if (plan.blocks() == Blocks.NEW) {
            return true;
        }
        SubjectStats stats = subject.stats();
        if (stats.segmentsRecycled() > 0) {
            return stats.segmentsRecycled()
                    >= (long) RECYCLED_STEADY * plan.subject().drives().size();
        }
        long ttl = plan.subject().ttl().toNanos();
        boolean hasExpired = ttl > 0 && System.nanoTime() - opened > ttl;
        return !subject.capabilities().has(Capability.CLOCK)
                && (hasExpired || load.totals().bytesPut() > plan.subject().maxBytes());
    }

    /** What the store still does behind the last flush must not slow the next one's turn. */
    private void settle() {
        long end = System.nanoTime() + SETTLING_NANOS_MOST;
        LockSupport.parkNanos(SETTLING_NANOS);
        while (subject.stats().isBusy() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(SETTLING_NANOS);
        }
    }

    private Map<String, Object> figures() {
        SubjectStats stats = subject.stats();
        Totals totals = load.totals();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bytes_put", totals.bytesPut());
        all.put("reads_verified", totals.readsVerified());
        all.put("reads_missing", totals.readsMissing());
        all.put("reads_wrong", totals.readsWrong());
        all.put("reads_failed", totals.readsFailed());
        all.put("reads_expired", totals.readsExpired());
        all.put("puts_refused", totals.putsRefused());
        all.put("heap_live_bytes", Machine.heapLiveBytes());
        all.put(
                "rss_peak_bytes",
                Machine.residentPeakBytes().isPresent()
                        ? Machine.residentPeakBytes().getAsLong()
                        : null);
        all.put(
                "value_pool_bytes",
                Values.poolBytes(plan.load().writers(), plan.values().most()));
        all.put("disk_bytes", disk);
        all.put("disk_peak_bytes", diskPeak);
        all.put("space_amplification", spaceAmplification(totals));
        all.put("segments_expired", stats.segmentsExpired());
        all.put("segments_recycled", stats.segmentsRecycled());
        all.put("faults", totals.isClean() ? null : IngestReport.faults(totals));
        return all;
    }

    /** Only where nothing has gone is it known what all the files are for. */
    private Double spaceAmplification(Totals totals) {
        long put = totals.bytesPut();
        boolean nothingWent =
                plan.blocks() == Blocks.NEW && put > 0 && put <= plan.subject().maxBytes() / 10 * 9;
        return nothingWent ? (double) disk / put : null;
    }

    @Override
    public void close() {
        load.close();
        subject.close();
    }
}

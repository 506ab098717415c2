package dev.varve.bench.ingest;

import dev.varve.bench.ingest.IngestResult.Memory;
import dev.varve.bench.ingest.IngestResult.Quarter;
import dev.varve.bench.load.Load;
import dev.varve.bench.load.LoadTurn;
import dev.varve.bench.load.Quarters;
import dev.varve.bench.load.Totals;
import dev.varve.bench.load.Values;
import dev.varve.bench.raw.Blocks;
import dev.varve.bench.raw.RawStreams;
import dev.varve.bench.raw.RawSurvey;
import dev.varve.bench.raw.RawTurn;
import dev.varve.bench.raw.Scratch;
import dev.varve.bench.report.Machine;
import dev.varve.bench.report.Text;
import dev.varve.bench.subject.RunClock;
import dev.varve.bench.subject.Subject;
import dev.varve.bench.subject.SubjectOpener;
import dev.varve.bench.subject.SubjectStats;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One run: survey of the device, warm-up, then turns of the store and of the device. For one thread. */
public final class IngestRun {
    /** Recycled segments, per lane, after which blocks are taken to be recycled ones for good. */
    private static final int RECYCLED_STEADY = 8;

    private static final long SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SETTLING_NANOS_MOST = TimeUnit.SECONDS.toNanos(2);

    private final Scratch scratch;
    private final Extras extras;
    private final SubjectOpener opener;
    private final IngestLog log;
    private final DiskUse disk;
    private final RunClock clock = new RunClock();
    private Runnable note = () -> {};
    private volatile Load load;
    private volatile RawStreams raw;

    /**
     * A run.
     *
     * @param scratch where the store and the raw files lie
     * @param opener what is measured
     * @param out for people
     */
    public IngestRun(Scratch scratch, SubjectOpener opener, PrintWriter out) {
        this(scratch, opener, out, Extras.NONE);
    }

    /**
     * A run with more than the measuring.
     *
     * @param scratch where the raw files lie, and the store unless it is one that an earlier run kept
     * @param opener what is measured
     * @param out for people
     * @param extras what is done beside
     */
    public IngestRun(Scratch scratch, SubjectOpener opener, PrintWriter out, Extras extras) {
        this.scratch = scratch;
        this.opener = opener;
        this.extras = extras;
        log = new IngestLog(out, extras.lineEvery());
        disk = new DiskUse(scratch.directories());
        scratch.onInterrupt(this::stop);
    }

    /**
     * What is done beside the measuring.
     *
     * @param lineEvery how much time a line stands for
     * @param intervals the latencies of every second; null: not wanted
     * @param kept whether the store stays, and so what was put is noted beside it
     * @param isResumed whether the store is one that an earlier run kept
     */
    public record Extras(Duration lineEvery, IntervalLog intervals, boolean kept, boolean isResumed) {
        /** A line a second and nothing else. */
        public static final Extras NONE = new Extras(Duration.ZERO, null, false, false);
    }

    /** On Ctrl-C. */
    private void stop() {
        Load running = load;
        if (running != null) {
            running.stop();
        }
        RawStreams writing = raw;
        if (writing != null) {
            writing.stop();
        }
    }

    /**
     * Does all of it.
     *
     * @param plan what to do
     * @return what was reached
     * @throws IOException if files fail
     */
    public IngestResult run(IngestPlan plan) throws IOException {
        if (plan.raw() == null) {
            return measured(plan, null);
        }
        try (RawStreams streams = new RawStreams(scratch.directories(), plan.raw())) {
            raw = streams;
            return measured(plan, streams);
        }
    }

    private IngestResult measured(IngestPlan plan, RawStreams streams) throws IOException {
        DeviceSurvey best = streams == null ? DeviceSurvey.NONE : DeviceSurvey.of(plan, streams, log::say);
        IngestPlan fitting = plan.blocks() == Blocks.NEW ? fitting(plan, best.bytesPerSecond()) : plan;
        try (Subject subject = opener.open(plan.subject(), clock)) {
            Driven driven = drive(fitting, subject, streams, best.streams());
            load = null;
            if (scratch.isInterrupted()) {
                throw new IllegalStateException("interrupted");
            }
            SubjectStats stats = subject.stats();
            Memory memory = new Memory(
                    Machine.heapLiveBytes(),
                    Machine.residentPeakBytes(),
                    Values.poolBytes(plan.load().writers(), plan.values().most()),
                    disk.peak());
            return new IngestResult(fitting, driven.quarters, driven.totals, stats, memory);
        }
    }

    private record Driven(List<Quarter> quarters, Totals totals) {}

    /** Over new blocks nothing may be recycled, so the run ends before the space does. */
    private IngestPlan fitting(IngestPlan plan, double rate) {
        Duration asked = Duration.ZERO;
        Duration ofStore = Duration.ZERO;
        for (Quarters.Turn turn : plan.turns().turns()) {
            asked = asked.plus(turn.length());
            ofStore = turn.isStore() ? ofStore.plus(turn.length()) : ofStore;
        }
        double seconds =
                plan.pairBytesKept() / Math.max(1, rate) - plan.warmUpMost().toMillis() / 1e3;
        double share = seconds / (ofStore.toMillis() / 1e3);
        if (rate == 0 || share >= 1) {
            return plan;
        }
        Duration shorter = Duration.ofNanos((long) (asked.toNanos() * Math.max(0.01, share)));
        log.say("measured for " + Text.of(shorter.toMillis() / 1e3, 1) + " s only: no more new blocks in "
                + Text.bytes(plan.subject().maxBytes()));
        return plan.lasting(shorter);
    }

    private Driven drive(IngestPlan plan, Subject subject, RawStreams streams, int best) throws IOException {
        Values values = new Values(plan.seed(), plan.load().writers(), plan.values());
        try (Load driving = new Load(plan.load(), subject, plan.keys(), values, clock::monotonicNanos)) {
            load = driving;
            driving.totals().complainTo(log::say);
            note = progressNote(plan, subject, values, driving);
            warmUp(plan, subject, driving);
            List<List<LoadTurn>> ofStore = new ArrayList<>();
            List<List<RawTurn>> ofDevice = new ArrayList<>();
            for (int i = 0; i < Quarters.COUNT; i++) {
                ofStore.add(new ArrayList<>());
                ofDevice.add(new ArrayList<>());
            }
            for (Quarters.Turn turn : plan.turns().turns()) {
                if (scratch.isInterrupted()) {
                    break;
                }
                if (turn.isStore()) {
                    String phase = "store " + (turn.quarter() + 1) + "/" + Quarters.COUNT;
                    ofStore.get(turn.quarter()).add(storeTurn(phase, turn.length(), subject, driving, () -> false));
                } else {
                    RawTurn reached = streams.turn(best, plan.blocks(), turn.length());
                    log.limit(reached);
                    ofDevice.get(turn.quarter()).add(reached);
                }
            }
            List<Quarter> quarters = new ArrayList<>();
            for (int i = 0; i < Quarters.COUNT; i++) {
                quarters.add(new Quarter(LoadTurn.sum(ofStore.get(i)), RawSurvey.sum(ofDevice.get(i))));
            }
            return new Driven(quarters, driving.totals());
        }
    }

    /** Verifies what earlier runs put and goes on behind it; notes from then on what is durable. */
    private Runnable progressNote(IngestPlan plan, Subject subject, Values values, Load driving) throws IOException {
        if (!extras.kept()) {
            return () -> {};
        }
        Path directory = plan.subject().drives().get(0);
        if (extras.isResumed()) {
            Resumption.Found found = new Resumption(plan, subject, values).verify(directory);
            log.say("earlier runs' values: " + found.verified() + " verified, " + found.gone()
                    + " gone by age or bound");
            driving.resumeAt(found.next());
        }
        String shape = Progress.shapeOf(plan);
        long[] from = driving.durable();
        return () -> {
            try {
                new Progress(shape, from, driving.durable()).write(directory);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private void warmUp(IngestPlan plan, Subject subject, Load driving) {
        long steady = (long) RECYCLED_STEADY * plan.subject().drives().size();
        boolean untilRecycled = plan.warmUp() == null && plan.blocks() == Blocks.RECYCLED;
        storeTurn("warm-up", plan.warmUpMost(), subject, driving, () -> {
            return untilRecycled && subject.stats().segmentsRecycled() >= steady;
        });
        if (plan.blocks() == Blocks.RECYCLED && subject.stats().segmentsRecycled() == 0) {
            log.say("NO SEGMENT WAS RECYCLED in the warm-up: the store writes over new blocks, the limit over recycled"
                    + " ones, so the ratio says little (see --ttl, --max-bytes, --warm-up)");
        }
    }

    /** The store's clock runs in here only, so that nothing grows older while the device is measured. */
    private LoadTurn storeTurn(String phase, Duration length, Subject subject, Load driving, BooleanSupplier enough) {
        clock.resume();
        LoadTurn turn = driving.turn(length, new Load.Beat() {
            @Override
            public boolean beat(LoadTurn interval) {
                disk.look();
                log.store(phase, interval, subject.stats());
                end(interval);
                note.run();
                return !enough.getAsBoolean();
            }

            @Override
            public void end(LoadTurn interval) {
                if (extras.intervals() != null) {
                    extras.intervals().add(interval);
                }
            }
        });
        note.run();
        settle(subject);
        clock.pause();
        return turn;
    }

    /** What the store still does behind the last flush must not slow the device's turn. */
    private void settle(Subject subject) {
        long end = System.nanoTime() + SETTLING_NANOS_MOST;
        LockSupport.parkNanos(SETTLING_NANOS);
        while (!scratch.isInterrupted() && subject.stats().isBusy() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(SETTLING_NANOS);
        }
    }
}

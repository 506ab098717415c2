package dev.varve.tools;

import dev.varve.Store;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stores files, or the lines of files. */
@Command(
        name = "ingest",
        description = {
            "Stores every file under the given paths, or every line of the given files, and flushes at the end.",
            "Makes the store and the table where there are none."
        },
        footer = {
            "",
            "A key that already holds a live value keeps it; such duplicates are counted, and are no error. What cannot be",
            "read is reported and left out. Links are followed.",
            "",
            "Exit codes: 0 everything stored, 1 something was left out or failed, 2 wrong usage.",
            "",
            "Examples:",
            "  varve ingest --drive /mnt/a --drive /mnt/b --table photos ~/photos",
            "  varve ingest --drive /mnt/a --table blobs --key sha256 --ttl 14d --max-bytes 500GiB /var/blobs",
            "  varve ingest --drive /mnt/a --table events --lines events.json.gz --key-field id",
            "  curl -s https://example.org/events | varve ingest --drive /mnt/a --lines - --key-field /meta/id"
        })
final class IngestCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private StoreArguments arguments;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "Files, and directories whose files, to any depth, are stored.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--lines",
            paramLabel = "FILE",
            description =
                    "Store each line of FILE, a JSON document, instead of whole files. FILE may be compressed with"
                            + " gzip; - is standard input. Repeat for several.")
    private List<Path> lines = new ArrayList<>();

    @Option(
            names = "--key",
            paramLabel = "KIND",
            description = "What becomes the key of a file. path: its path relative to the PATH given, or its name if it"
                    + " was given itself. sha256: the 32 bytes of its content's SHA-256, of a line too. Default: path.")
    private KeyKind key;

    @Option(
            names = "--key-field",
            paramLabel = "FIELD",
            description = "The field of each line's document that holds its key, a text or number: a name, or a path"
                    + " such as /meta/id.")
    private String keyField;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            description =
                    "The table's time to live, such as 14d or 1h30m; also of what is in it already. Default: as the"
                            + " table has it, never for a new one.")
    private Duration ttl;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description =
                    "The most bytes of the table's segments, such as 500GiB; beyond it the oldest leave. Default: as"
                            + " the table has it, no bound for a new one.")
    private Units.Size maxBytes;

    @Option(names = "--no-progress", description = "Show no progress bar.")
    private boolean noProgress;

    /** What becomes a key. */
    enum KeyKind {
        PATH,
        SHA256
    }

    IngestCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        checkUsage();
        TableOptions options = tableOptions();
        IngestCount count = new IngestCount();
        try (Store store = arguments.openForMany(terminal)) {
            Table table = store.table(arguments.table(), options);
            ingest(table, count);
        }
        terminal.sumUpComplaints();
        terminal.out().line(count.summary());
        terminal.out().flush();
        return terminal.complaints() == 0 ? 0 : 1;
    }

    private void checkUsage() {
        if (paths.isEmpty() == lines.isEmpty()) {
            throw wrong(paths.isEmpty() ? "a PATH or --lines is needed" : "PATHs or --lines, but not both");
        }
        if (lines.isEmpty() && keyField != null) {
            throw wrong("--key-field goes with --lines");
        }
        if (!lines.isEmpty() && (keyField == null) == (key == null)) {
            throw wrong("--lines needs either --key-field or --key sha256");
        }
        if (!lines.isEmpty() && key == KeyKind.PATH) {
            throw wrong("--key path is for files; --lines needs --key-field or --key sha256");
        }
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(spec.commandLine(), problem);
    }

    private TableOptions tableOptions() {
        TableOptions.Builder options = TableOptions.builder();
        if (ttl != null) {
            options.ttl(ttl);
        }
        if (maxBytes != null) {
            options.maxBytes(maxBytes.bytes());
        }
        try {
            return options.build();
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private void ingest(Table table, IngestCount count) throws IOException {
        boolean ended = false;
        try (Progress progress = terminal.progress(!noProgress, total())) {
            count.begin(progress);
            if (lines.isEmpty()) {
                FileIngest files = new FileIngest(table, key == KeyKind.SHA256, count, terminal);
                files.leaveOut(arguments.drives());
                for (Path path : paths) {
                    files.ingest(path);
                }
            } else {
                LineIngest all =
                        new LineIngest(table, keyField == null ? null : new JsonKey(keyField), count, terminal);
                for (Path file : lines) {
                    all.ingest(file);
                }
            }
            progress.note("flushing");
            table.flush().join();
            ended = true;
        } finally {
            if (!ended) {
                terminal.say("stopped; until then " + count.summary());
            }
        }
    }

    /** Bytes to come, where a person wants to know; 0 if nobody can. */
    private long total() throws IOException {
        if (noProgress || !terminal.isWatched()) {
            return 0;
        }
        return lines.isEmpty() ? FileIngest.totalLength(paths) : LineIngest.totalLength(lines);
    }
}

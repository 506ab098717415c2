package dev.varve.tools;

import dev.varve.Store;
import dev.varve.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads one value, or all values of a table into files. */
@Command(
        name = "get",
        description = {
            "Writes the value of a key to standard output or to a file, or all values of a table to files.",
            "The store must not be open elsewhere."
        },
        footer = {
            "",
            "With --to, each key becomes a file: a relative path where it can be one, else its hexadecimal digits. Keys",
            "for which there already is a file are reported, unless --overwrite is given.",
            "",
            "Exit codes: 0 done, 1 no such key or something failed, 2 wrong usage.",
            "",
            "Examples:",
            "  varve get --drive /mnt/a --table notes monday",
            "  varve get --drive /mnt/a hex:00ff --out value.bin",
            "  varve get --drive /mnt/a --drive /mnt/b --table jdk --to /tmp/jdk"
        })
final class GetCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private StoreArguments arguments;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "KEY",
            description = "The key: text, or hex: and hexadecimal digits. Left out with --to.")
    private String key;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the value to FILE, whole or not at all.")
    private Path out;

    @Option(names = "--to", paramLabel = "DIR", description = "Write all values of the table to files under DIR.")
    private Path to;

    @Option(names = "--overwrite", description = "With --to: replace files that are there.")
    private boolean overwrite;

    @Option(names = "--no-progress", description = "Show no progress bar.")
    private boolean noProgress;

    GetCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if ((key == null) == (to == null)) {
            throw new ParameterException(spec.commandLine(), "either KEY or --to is needed");
        }
        if (out != null && to != null) {
            throw new ParameterException(spec.commandLine(), "--out goes with KEY, not with --to");
        }
        byte[] keyBytes = to == null ? KeyText.parse(key) : null;
        try (Store store = arguments.openExisting(terminal)) {
            Table table = arguments.table(store);
            return to == null ? one(table, keyBytes) : all(table);
        }
    }

    private int one(Table table, byte[] keyBytes) throws IOException {
        try (InputStream value = table.getStream(keyBytes)) {
            if (value == null) {
                terminal.say(key + " has no value in table " + table.name());
                return 1;
            }
            if (out == null) {
                copy(value, terminal.out());
                terminal.out().flush();
            } else {
                FileTarget.write(out, target -> copy(value, target));
            }
            return 0;
        }
    }

    static long copy(InputStream value, OutputStream target) throws IOException {
        byte[] piece = new byte[256 << 10];
        long length = 0;
        for (int count = value.read(piece); count >= 0; count = value.read(piece)) {
            target.write(piece, 0, count);
            length += count;
        }
        return length;
    }

    private int all(Table table) throws IOException {
        try (Progress progress = terminal.progress(!noProgress, table.size())) {
            Export export = new Export(table, to, overwrite, terminal, progress);
            export.run();
            progress.clear();
            terminal.sumUpComplaints();
            terminal.out().line(export.summary(progress.time()));
        }
        return terminal.complaints() == 0 ? 0 : 1;
    }
}

package dev.varve.tools;

import dev.varve.PutOptions;
import dev.varve.PutStream;
import dev.varve.Store;
import dev.varve.Table;
import dev.varve.TableOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stores one value, durably. */
@Command(
        name = "put",
        description = "Stores one value: a file, standard input, or a text. Returns when it is durable.",
        footer = {
            "",
            "Exit codes: 0 stored, 1 the key already holds a live value or something failed, 2 wrong usage.",
            "",
            "Examples:",
            "  varve put --drive /mnt/a --table notes monday monday.txt",
            "  date | varve put --drive /mnt/a started-at",
            "  varve put --drive /mnt/a hex:00ff --value 'a short text' --ttl 1h"
        })
final class PutCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private StoreArguments arguments;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "KEY", description = "The key: text, or hex: and hexadecimal digits.")
    private String key;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The value's file; - or nothing for standard input.")
    private Path file;

    @Option(names = "--value", paramLabel = "TEXT", description = "The value itself, instead of a file.")
    private String value;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            description = "A time to live of its own, such as 1h; the table's holds too. Default: the table's.")
    private Duration ttl;

    PutCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (value != null && file != null) {
            throw new ParameterException(spec.commandLine(), "both FILE and --value; one of them is to be the value");
        }
        byte[] keyBytes = KeyText.parse(key);
        PutOptions.Builder options = PutOptions.builder().durable(true);
        if (ttl != null && !ttl.isZero()) {
            options.ttl(ttl);
        }
        // Read before the store is opened: a missing file must not leave a new store behind.
        try (Source source = source();
                Store store = arguments.openForOne(terminal)) {
            Table table = store.table(arguments.table(), TableOptions.defaults());
            if (put(table, keyBytes, source, options.build())) {
                return 0;
            }
        }
        terminal.say(key + " already holds a value in table " + arguments.table() + "; it stays as it is");
        return 1;
    }

    private Source source() throws IOException {
        if (value != null) {
            return Source.of(value.getBytes(StandardCharsets.UTF_8));
        }
        if (file == null || file.toString().equals("-")) {
            return Source.spooled(terminal.in());
        }
        return Source.of(file);
    }

    private static boolean put(Table table, byte[] key, Source source, PutOptions options) throws IOException {
        if (source.whole() != null) {
            return table.put(key, source.whole(), options);
        }
        PutStream stream = table.putStream(key, source.length(), options);
        try (stream;
                InputStream in = Files.newInputStream(source.file())) {
            in.transferTo(stream);
        }
        return stream.stored();
    }
}

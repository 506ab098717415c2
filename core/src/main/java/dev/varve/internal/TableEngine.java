package dev.varve.internal;

import dev.varve.Batch;
import dev.varve.Cursor;
import dev.varve.CursorOptions;
import dev.varve.Limits;
import dev.varve.PutOptions;
import dev.varve.PutStream;
import dev.varve.Table;
import dev.varve.TableMetrics;
import dev.varve.TableOptions;
import dev.varve.ValueReader;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/**
 * A user's handle of a table: takes a context, has the operation done, gives the context back. Any thread; has no state of
 * its own.
 */
final class TableEngine implements Table {
    private final TableCore core;
    private final ContextPool contexts;
    private final TablePuts puts;
    private final GetOperation get;
    private final TableSettings settings;

    TableEngine(TableCore core, TableSettings settings) {
        this.core = core;
        this.settings = settings;
        contexts = core.store.contexts;
        get = new GetOperation(core);
        puts = new TablePuts(core, get);
    }

    TableCore core() {
        return core;
    }

    @Override
    public String name() {
        return core.name;
    }

    @Override
    public TableOptions options() {
        core.checkOpen();
        return core.options();
    }

    @Override
    public boolean put(byte[] key, byte[] value, PutOptions options) {
        return puts.put(key, value, options);
    }

    @Override
    public boolean put(ByteBuffer key, ByteBuffer value, PutOptions options) {
        long address;
        long recordEnd;
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            context.value(value);
            address = puts.store(context, options.ttlMillis());
            recordEnd = context.recordEnd;
        } finally {
            contexts.give(context);
        }
        return puts.ended(address, recordEnd, options);
    }

    @Override
    public int put(Batch batch, PutOptions options) {
        return Table.super.put(batch, options);
    }

    @Override
    public PutStream putStream(byte[] key, long valueLength, PutOptions options) {
        Objects.requireNonNull(options, "options");
        if (valueLength < 0 || valueLength > Limits.VALUE_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "value of " + valueLength + " bytes; allowed are 0 to " + Limits.VALUE_LENGTH_MAX + " bytes");
        }
        core.checkOpen();
        return new ValuePutStream(puts, key.clone(), valueLength, options);
    }

    @Override
    public byte[] get(byte[] key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.toArray(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public byte[] get(ByteBuffer key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.toArray(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public int get(byte[] key, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.toBuffer(context, target);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public int get(ByteBuffer key, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.toBuffer(context, target);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public byte[] getIfInMemory(byte[] key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.fromMemory(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public int getIfInMemory(ByteBuffer key, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.fromMemory(context, target);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public <T> T read(byte[] key, ValueReader<T> reader) {
        Objects.requireNonNull(reader, "reader");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.read(context, reader);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public <T> T read(ByteBuffer key, ValueReader<T> reader) {
        Objects.requireNonNull(reader, "reader");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.read(context, reader);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public long readLong(byte[] key, ToLongFunction<ByteBuffer> reader, long ifAbsent) {
        Objects.requireNonNull(reader, "reader");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.readLong(context, reader, ifAbsent);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public long readLong(ByteBuffer key, ToLongFunction<ByteBuffer> reader, long ifAbsent) {
        Objects.requireNonNull(reader, "reader");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.readLong(context, reader, ifAbsent);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public InputStream getStream(byte[] key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.stream(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public int getPart(byte[] key, long offset, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.part(context, offset, target);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public int getPart(ByteBuffer key, long offset, ByteBuffer target) {
        Objects.requireNonNull(target, "target");
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.part(context, offset, target);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public boolean contains(byte[] key) {
        return valueLength(key) >= 0;
    }

    @Override
    public boolean contains(ByteBuffer key) {
        return valueLength(key) >= 0;
    }

    @Override
    public long valueLength(byte[] key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.length(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public long valueLength(ByteBuffer key) {
        OperationContext context = contexts.take();
        try {
            context.key(key, core.hasher);
            return get.length(context);
        } finally {
            contexts.give(context);
        }
    }

    @Override
    public CompletableFuture<Void> flush() {
        core.checkOpen();
        return core.store.durability.flush(core);
    }

    @Override
    public Cursor cursor(CursorOptions options) {
        Objects.requireNonNull(options, "options");
        core.checkOpen();
        return new TableCursor(core, options);
    }

    @Override
    public Duration ttl() {
        core.checkOpen();
        return core.options().ttl();
    }

    @Override
    public void ttl(Duration ttl) {
        settings.ttl(core, ttl);
    }

    @Override
    public long maxBytes() {
        core.checkOpen();
        return core.options().maxBytes();
    }

    @Override
    public void maxBytes(long maxBytes) {
        settings.maxBytes(core, maxBytes);
    }

    @Override
    public long size() {
        core.checkOpen();
        return core.size();
    }

    @Override
    public long keyCount() {
        core.checkOpen();
        return core.keyCount();
    }

    @Override
    public long countLive() {
        core.checkOpen();
        return TableCursor.count(core);
    }

    @Override
    public TableMetrics metrics() {
        core.checkOpen();
        return Meter.measure(core);
    }

    @Override
    public void roll() {
        core.checkOpen();
        core.writer.roll();
    }

    @Override
    public String toString() {
        return "Table[" + core.name + "]";
    }
}

package dev.varve;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/**
 * Puts into a store until it is killed, and says on its standard output what is flushed: {@code F table writer number time},
 * all numbers of that writer up to this one, the last batch of which was begun at that wall time.
 */
final class CrashChild {
    static final Duration TTL = Duration.ofSeconds(4);
    static final int WRITERS = 3;

    /** Keeps everything, in small values. */
    static final String KEPT = "kept";
    /** Lets everything expire soon, in values that fill segments. */
    static final String SHORT = "short";

    private CrashChild() {}

    public static void main(String[] arguments) throws Exception {
        Path[] drives = {Path.of(arguments[0]), Path.of(arguments[1])};
        long seed = Long.parseLong(arguments[2]);
        // Not closed: it will be killed.
        Store store = Store.open(options(drives));
        Table[] tables = {kept(store), shortLived(store)};
        System.out.println("O");
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            long first = Long.parseLong(arguments[3 + i]);
            Thread thread = new Thread(() -> write(tables, writer, first, new Random(seed + writer)));
            thread.start();
        }
    }

    static StoreOptions options(Path... drives) {
        return StoreOptions.at(drives)
                .writeBufferBytes(8 << 20)
                .freeSpaceMin(0)
                .lanesPerDrive(2)
                .build();
    }

    static Table kept(Store store) {
        return store.table(
                KEPT,
                TableOptions.builder().segmentBytes(Limits.SEGMENT_BYTES_MIN).build());
    }

    static Table shortLived(Store store) {
        return store.table(
                SHORT,
                TableOptions.ttl(TTL).segmentBytes(Limits.SEGMENT_BYTES_MIN).build());
    }

    static byte[] key(String table, int writer, long number) {
        return (table + "/" + writer + "/" + number).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    /** What a key holds follows from the key. */
    static byte[] value(byte[] key) {
        long hash = 7;
        for (byte each : key) {
            hash = hash * 0x9E37_79B9_7F4A_7C15L + each;
        }
        Random random = new Random(hash);
        boolean kept = key[0] == 'k';
        int length = kept ? random.nextInt(2000) : random.nextInt(20_000);
        if (random.nextInt(200) == 0) {
            length = 150_000 + random.nextInt(100_000);
        }
        byte[] value = new byte[length];
        random.nextBytes(value);
        return value;
    }

    private static void write(Table[] tables, int writer, long first, Random random) {
        long number = first;
        PrintStream out = System.out;
        while (true) {
            long began = System.currentTimeMillis();
            int batch = 1 + random.nextInt(50);
            for (int i = 0; i < batch; i++) {
                number++;
                for (Table table : tables) {
                    put(table, key(table.name(), writer, number), random);
                }
            }
            for (Table table : tables) {
                table.flush().join();
                out.println("F " + table.name() + " " + writer + " " + number + " " + began);
            }
            if (tables[0].put(key(KEPT, writer, number), new byte[1])) {
                out.println("X key " + number + " of writer " + writer + " was put twice");
            }
        }
    }

    private static void put(Table table, byte[] key, Random random) {
        byte[] value = value(key);
        if (random.nextInt(100) == 0) {
            try (PutStream stream = table.putStream(key, value.length, PutOptions.DEFAULTS)) {
                stream.write(value);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        } else {
            table.put(key, value, random.nextInt(200) == 0 ? PutOptions.DURABLE : PutOptions.DEFAULTS);
        }
    }
}

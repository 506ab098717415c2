package dev.varve.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varve.ChildJvm;
import dev.varve.StoreOptions;
import org.junit.jupiter.api.Test;

class JvmMemoryTest {
    private static String child(String... flags) {
        ChildJvm.Result result = new ChildJvm().flags(flags).run(JvmMemoryTest.class.getName());
        assertEquals("", result.err());
        assertEquals(0, result.exitCode());
        return result.out().strip();
    }

    @Test
    void followsTheFlag() {
        assertEquals("67108864 16777216 33554432", child("-XX:MaxDirectMemorySize=64m"));
        assertEquals("17179869184 268435456 8589934592", child("-XX:MaxDirectMemorySize=16g", "-Xmx64m"));
    }

    @Test
    void withoutTheFlagFollowsTheHeap() {
        String[] numbers = child("-Xmx96m", "-XX:+UseParallelGC").split(" ");
        long direct = Long.parseLong(numbers[0]);
        assertTrue(direct > 64 << 20 && direct <= 96 << 20, numbers[0]);
        assertEquals(direct / 4, Long.parseLong(numbers[1]));
    }

    @Test
    void knowsThisJvm() {
        assertTrue(JvmMemory.directMax() > 1 << 20);
    }

    public static void main(String[] args) {
        StoreOptions options = StoreOptions.inMemory().build();
        StoreOptions onDrives = StoreOptions.at(java.nio.file.Path.of("a")).build();
        System.out.println(JvmMemory.directMax() + " " + onDrives.writeBufferBytes() + " " + options.indexBytesMax());
    }
}

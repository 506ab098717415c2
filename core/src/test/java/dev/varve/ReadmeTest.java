package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows compiles and runs as it stands, in a JVM without flags, and prints nothing to standard error. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

    private static final String AROUND = """
            import static java.nio.charset.StandardCharsets.UTF_8;
            import dev.varve.*;
            import java.nio.file.Path;
            import java.time.Duration;
            public final class Example {
                public static void main(String[] args) {
            %s
                }
            }
            """;

    @TempDir
    Path work;

    private static String example() throws IOException {
        Matcher matcher = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL).matcher(Files.readString(README));
        assertTrue(matcher.find(), "README.md has no Java code");
        String code = matcher.group(1);
        assertTrue(!matcher.find(), "README.md has more than one piece of Java code");
        return code;
    }

    private Path compiled() throws IOException {
        Path source = work.resolve("Example.java");
        Files.writeString(source, AROUND.formatted(example()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean done = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-Xlint:all", "-d", work.toString(), "-cp", System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertTrue(done, messages::toString);
        }
        return work;
    }

    @Test
    void exampleRunsAsShown() throws IOException {
        ChildJvm child = new ChildJvm().classes(compiled()).in(work);
        ChildJvm.Result first = child.run("Example");
        assertEquals("", first.err());
        assertEquals("true 2097152 2097152", first.out().strip());
        assertEquals(0, first.exitCode());
        ChildJvm.Result second = child.run("Example");
        assertEquals("", second.err());
        assertEquals("false 2097152 2097152", second.out().strip(), "the value outlives the process");
    }

    @Test
    void everyGuaranteeNamesTestsThatExist() throws IOException {
        Set<String> tests;
        try (Stream<Path> files = Files.walk(README.resolveSibling(""))) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        int promises = 0;
        for (String line : Files.readAllLines(README.resolveSibling("docs").resolve("guarantees.md"))) {
            if (line.matches("\\| [A-Z]\\d+ \\|.*")) {
                promises++;
                Matcher named = Pattern.compile("`(\\w+Test)`").matcher(line.substring(0, line.lastIndexOf('|')));
                boolean any = false;
                while (named.find()) {
                    any = true;
                    assertTrue(tests.contains(named.group(1)), () -> "there is no " + named.group(1));
                }
                assertTrue(any, () -> "no test holds: " + line);
            }
        }
        assertTrue(promises > 30);
    }

    @Test
    void isShortEnoughToBeRead() throws IOException {
        List<String> lines = Files.readAllLines(README);
        assertTrue(lines.size() <= 120, () -> "README.md has " + lines.size() + " lines");
        long code = example().lines().filter(line -> !line.isBlank()).count();
        assertTrue(code <= 12, () -> "its example has " + code + " lines");
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        Matcher links = Pattern.compile("]\\(([^)#:]+)\\)").matcher(Files.readString(README));
        int found = 0;
        while (links.find()) {
            Path target = README.resolveSibling(links.group(1));
            assertTrue(Files.exists(target), () -> "README.md links to " + target + ", which does not exist");
            found++;
        }
        assertTrue(found > 3);
    }
}

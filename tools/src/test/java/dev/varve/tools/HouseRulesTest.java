package dev.varve.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.Name;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** How long main sources may be, and which words they do without. Bench keeps to the lengths only. */
final class HouseRulesTest {
    private static final int FILE_LINES = 400;
    private static final int METHOD_LINES = 60;
    private static final int PARAMETERS = 5;

    /** Other stores' words, which the vocabulary has better ones for. The short one only as a word of its own. */
    private static final Pattern FOREIGN_WORD = Pattern.compile("(?i:mem_?table|compaction|shard)"
            + "|(?<![A-Za-z])wal(?![a-z])|Wal(?![a-z])|(?<![A-Z])WAL(?![a-z]|[A-Z]([A-Z0-9_]|$))");

    private static final List<String> ALL_BUT_BENCH = List.of("index", "segments", "core", "tools");

    private final List<String> faults = new ArrayList<>();

    @Test
    void filesAreShort() throws IOException {
        for (Path file : Reactor.sources(Reactor.MODULES)) {
            int lines = Files.readAllLines(file).size();
            if (lines > FILE_LINES) {
                faults.add("%s has %d lines of at most %d".formatted(Reactor.relative(file), lines, FILE_LINES));
            }
        }
        assertNoFault();
    }

    @Test
    void methodsAreShort() throws IOException {
        scan(Reactor.MODULES, new Scanner() {
            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                long lines = lines(method);
                if (lines > METHOD_LINES) {
                    fault(method, "%s has %d lines of at most %d".formatted(method.getName(), lines, METHOD_LINES));
                }
                return super.visitMethod(method, unused);
            }
        });
    }

    @Test
    void parameterListsAreShort() throws IOException {
        scan(ALL_BUT_BENCH, new Scanner() {
            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                int count = method.getParameters().size();
                ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
                if (count > PARAMETERS && !isCanonical(method, owner)) {
                    fault(method, "%s has %d parameters of at most %d".formatted(method.getName(), count, PARAMETERS));
                }
                return super.visitMethod(method, unused);
            }
        });
    }

    @Test
    void namesKeepToTheVocabulary() throws IOException {
        scan(ALL_BUT_BENCH, new Scanner() {
            @Override
            public Void visitClass(ClassTree type, Void unused) {
                check(type, type.getSimpleName());
                return super.visitClass(type, unused);
            }

            @Override
            public Void visitMethod(MethodTree method, Void unused) {
                check(method, method.getName());
                return super.visitMethod(method, unused);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void unused) {
                check(variable, variable.getName());
                return super.visitVariable(variable, unused);
            }

            @Override
            public Void visitTypeParameter(TypeParameterTree parameter, Void unused) {
                check(parameter, parameter.getName());
                return super.visitTypeParameter(parameter, unused);
            }

            private void check(Tree tree, Name name) {
                if (FOREIGN_WORD.matcher(name).find()) {
                    fault(tree, name + " is a word of other stores");
                }
            }
        });
    }

    private void scan(List<String> modules, Scanner scanner) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var sources = files.getJavaFileObjectsFromPaths(Reactor.sources(modules));
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, sources);
            scanner.positions = Trees.instance(task).getSourcePositions();
            scanner.scan(task.parse(), null);
        }
        assertNoFault();
    }

    private void assertNoFault() {
        assertEquals("", String.join("\n", faults));
    }

    /** Whether a record's own constructor with all components is meant, whose length the record's header rules. */
    private static boolean isCanonical(MethodTree method, ClassTree owner) {
        List<Name> components = owner.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .map(VariableTree::getName)
                .toList();
        List<Name> parameters =
                method.getParameters().stream().map(VariableTree::getName).toList();
        return owner.getKind() == Tree.Kind.RECORD && method.getReturnType() == null && parameters.equals(components);
    }

    private class Scanner extends TreePathScanner<Void, Void> {
        private SourcePositions positions;

        final long lines(Tree tree) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            return line(unit, positions.getEndPosition(unit, tree))
                    - line(unit, positions.getStartPosition(unit, tree))
                    + 1;
        }

        final void fault(Tree tree, String text) {
            CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
            faults.add("%s:%d: %s"
                    .formatted(
                            Reactor.relative(Path.of(unit.getSourceFile().toUri())),
                            line(unit, positions.getStartPosition(unit, tree)),
                            text));
        }

        private static long line(CompilationUnitTree unit, long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}

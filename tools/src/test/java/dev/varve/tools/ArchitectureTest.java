package dev.varve.tools;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** What the modules may know of each other, and which class alone may touch the world outside. */
@AnalyzeClasses(locations = Reactor.class)
final class ArchitectureTest {
    // Each door to the outside: the classes that may open it, and why. Nested classes are included.

    private static final Map<String, String> MAY_TOUCH_FILES = Map.of(
            "dev.varve.segments.DiskFileSystem", "the one door to the disk, replaced in tests by one that fails");
    private static final Map<String, String> MAY_READ_TIME =
            Map.of("dev.varve.internal.SystemClock", "the one clock, replaced in tests by one that is set");
    private static final Map<String, String> MAY_START_THREADS =
            Map.of("dev.varve.internal.Threads", "names and counts every thread, so that close ends them all");
    private static final Map<String, String> MAY_TAKE_CHANCES =
            Map.of("dev.varve.internal.SystemRandom", "the one source of chance, replaced in tests by a seed");
    private static final Map<String, String> MAY_SLEEP = Map.of();

    private static final DescribedPredicate<JavaClass> INDEX = resideInAPackage("dev.varve.index..");
    private static final DescribedPredicate<JavaClass> SEGMENTS = resideInAPackage("dev.varve.segments..");
    private static final DescribedPredicate<JavaClass> CORE = resideInAnyPackage("dev.varve", "dev.varve.internal..");
    private static final DescribedPredicate<JavaClass> BENCH = resideInAPackage("dev.varve.bench..");
    private static final DescribedPredicate<JavaClass> TOOLS = resideInAPackage("dev.varve.tools..");
    private static final DescribedPredicate<JavaClass> LIBRARY =
            INDEX.or(SEGMENTS).or(CORE);

    private static final DescribedPredicate<JavaClass> FILES = describe(
            "are about files",
            type -> type.getPackageName().startsWith("java.nio.file")
                    || type.getName().matches("java\\.io\\.(File|RandomAccessFile).*")
                    || type.getName().matches("java\\.nio\\.channels\\.(Asynchronous)?FileChannel"));

    @ArchTest
    static final ArchRule packagesBelongToTheirModule = classes()
            .should(Conditions.resideInTheirModule(
                    Map.of("index", INDEX, "segments", SEGMENTS, "core", CORE, "bench", BENCH, "tools", TOOLS)));

    @ArchTest
    static final ArchRule indexStandsAlone = noClasses().that(INDEX).should().dependOnClassesThat(SEGMENTS.or(CORE));

    @ArchTest
    static final ArchRule indexNeverOpensAFile =
            noClasses().that(INDEX).should().dependOnClassesThat(FILES);

    @ArchTest
    static final ArchRule segmentsStandAlone =
            noClasses().that(SEGMENTS).should().dependOnClassesThat(INDEX.or(CORE));

    @ArchTest
    static final ArchRule toolsDoWithoutTheIndex =
            noClasses().that(TOOLS).should().dependOnClassesThat(INDEX);

    @ArchTest
    static final ArchRule nothingDependsOnBench =
            noClasses().that(not(BENCH)).should().dependOnClassesThat(BENCH);

    @ArchTest
    static final ArchRule nothingDependsOnTools =
            noClasses().that(not(TOOLS)).should().dependOnClassesThat(TOOLS);

    @ArchTest
    static final ArchRule theApiSpeaksOfItselfAndTheJdkOnly = classes()
            .that()
            .resideInAPackage("dev.varve")
            .and()
            .arePublic()
            .should(Conditions.exposeOnly(describe(
                    "the JDK and the API",
                    type -> type.isPrimitive()
                            || type.getPackageName().startsWith("java.")
                            || type.getPackageName().equals("dev.varve"))));

    @ArchTest
    static final ArchRule filesAreTouchedInOnePlace = library(MAY_TOUCH_FILES)
            .should()
            .accessTargetWhere(on("java.nio.file.Files")
                    .or(on("java.nio.channels.FileChannel", "open"))
                    .or(on("java.nio.channels.AsynchronousFileChannel", "open"))
                    .or(on("java.io.RandomAccessFile", "<init>"))
                    .or(on("java.io.FileInputStream", "<init>"))
                    .or(on("java.io.FileOutputStream", "<init>"))
                    .as("a file is touched"));

    @ArchTest
    static final ArchRule timeIsReadInOnePlace = library(MAY_READ_TIME)
            .should()
            .accessTargetWhere(on("java.lang.System", "currentTimeMillis", "nanoTime")
                    .or(on("java.time.Instant", "now"))
                    .or(on("java.time.Clock", "systemUTC", "systemDefaultZone", "system"))
                    .as("time is read"));

    @ArchTest
    static final ArchRule threadsStartInOnePlace = library(MAY_START_THREADS)
            .should()
            .accessTargetWhere(on("java.lang.Thread", "<init>")
                    .or(on("java.util.concurrent.Executors"))
                    .as("a thread is made"))
            .orShould()
            .beAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule chanceComesFromOnePlace = library(MAY_TAKE_CHANCES)
            .should()
            .accessTargetWhere(on("java.lang.Math", "random")
                    .or(on("java.util.UUID", "randomUUID"))
                    .or(unseeded("java.util.Random"))
                    .or(unseeded("java.util.SplittableRandom"))
                    .as("chance is taken"))
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class);

    @ArchTest
    static final ArchRule nothingSleeps = library(MAY_SLEEP)
            .should()
            .accessTargetWhere(on("java.lang.Thread", "sleep")
                    .or(on("java.util.concurrent.TimeUnit", "sleep"))
                    .as("a thread sleeps"));

    @ArchTest
    static final ArchRule classesAreFinalOrMeantToBeExtended =
            classes().that(not(BENCH)).should(Conditions.beFinalOrMeantToBeExtended());

    @ArchTest
    static final ArchRule namesSayWhatAClassDoes = classes().should(Conditions.haveTellingNames());

    private static GivenClassesConjunction library(Map<String, String> allowed) {
        return noClasses()
                .that(describe(
                        "are of the library, but for " + allowed.keySet(),
                        type -> LIBRARY.test(type) && !allowed.containsKey(outermost(type))));
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    /** An access to one of a class's methods, called or referred to; to any of them if none is named. */
    private static DescribedPredicate<JavaAccess<?>> on(String owner, String... names) {
        Set<String> wanted = Set.copyOf(List.of(names));
        return describe(
                owner,
                access -> access.getTargetOwner().getName().equals(owner)
                        && (wanted.isEmpty()
                                || wanted.contains(access.getTarget().getName())));
    }

    private static DescribedPredicate<JavaAccess<?>> unseeded(String owner) {
        return on(owner, "<init>")
                .and(describe(
                        "unseeded", access -> access.getTarget().getFullName().endsWith("<init>()")));
    }
}

package dev.varve.tools;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@link ArchitectureTest} asks of a class beyond ArchUnit's own words. */
final class Conditions {
    private static final Pattern EMPTY_NAME = Pattern.compile(
            ".*(Manager|Helper|Impl)|.*(Util(s|ity|ities)?|Commons?)([A-Z0-9_].*)?|(?i:utils?|commons?)");
    private static final Pattern EMPTY_PACKAGE = Pattern.compile("(?i).*(util|common).*");

    private Conditions() {}

    static ArchCondition<JavaClass> resideInTheirModule(Map<String, DescribedPredicate<JavaClass>> modules) {
        return violatedBy("reside in the package of their module", type -> {
            String path = type.getSource().orElseThrow().getUri().getPath();
            boolean home = modules.entrySet().stream()
                    .filter(module -> path.contains("/" + module.getKey() + "/target/classes/dev/varve/"))
                    .anyMatch(module -> module.getValue().test(type));
            return home ? Stream.empty() : Stream.of("is not of the package of its module: " + path);
        });
    }

    static ArchCondition<JavaClass> exposeOnly(DescribedPredicate<JavaClass> allowed) {
        return violatedBy("expose only " + allowed.getDescription(), type -> {
            Stream<String> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                    .flatMap(supertype -> supertype.getAllInvolvedRawTypes().stream())
                    .filter(exposed -> !allowed.test(exposed.getBaseComponentType()))
                    .map(exposed -> "extends " + exposed.getName());
            Stream<String> members = type.getMembers().stream()
                    .filter(Conditions::isForUsers)
                    .flatMap(member -> types(member)
                            .filter(exposed -> !allowed.test(exposed.getBaseComponentType()))
                            .map(exposed -> "exposes " + exposed.getName() + " in " + member.getFullName()));
            return Stream.concat(supertypes, members);
        });
    }

    static ArchCondition<JavaClass> beFinalOrMeantToBeExtended() {
        return violatedBy("be final or meant to be extended", type -> {
            Set<JavaModifier> modifiers = type.getModifiers();
            boolean closed = modifiers.contains(JavaModifier.FINAL) || type.isEnum() || type.isAnonymousClass();
            boolean open = modifiers.contains(JavaModifier.ABSTRACT) || type.isInterface();
            boolean extendedException = type.isAssignableTo(Throwable.class)
                    && !type.getSubclasses().isEmpty();
            return closed || open || extendedException ? Stream.empty() : Stream.of("is not final");
        });
    }

    static ArchCondition<JavaClass> haveTellingNames() {
        return violatedBy(
                "have telling names",
                type -> EMPTY_NAME.matcher(type.getSimpleName()).matches()
                                || EMPTY_PACKAGE.matcher(type.getPackageName()).matches()
                        ? Stream.of("has a name that says nothing")
                        : Stream.empty());
    }

    private static boolean isForUsers(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return !modifiers.contains(JavaModifier.SYNTHETIC)
                && (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED));
    }

    private static Stream<JavaClass> types(JavaMember member) {
        Stream<JavaClass> involved = member.getAllInvolvedRawTypes().stream();
        return member instanceof JavaCodeUnit unit
                ? Stream.concat(involved, unit.getExceptionTypes().stream())
                : involved;
    }

    /** What a class does wrong, in words that follow its name. */
    private static ArchCondition<JavaClass> violatedBy(String description, Function<JavaClass, Stream<String>> faults) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                faults.apply(type)
                        .distinct()
                        .forEach(
                                fault -> events.add(SimpleConditionEvent.violated(type, type.getName() + " " + fault)));
            }
        };
    }
}

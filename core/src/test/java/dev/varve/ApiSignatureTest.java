package dev.varve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The public API shows types of the JDK and its own, and nothing that a user would have to depend on besides. */
class ApiSignatureTest {
    private final TreeSet<String> foreign = new TreeSet<>();

    private static List<Class<?>> api() throws IOException, ClassNotFoundException {
        List<Class<?>> all = new ArrayList<>();
        Path classes = Path.of("target", "classes", "dev", "varve");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(classes, "*.class")) {
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".class", "");
                if (!name.equals("package-info")) {
                    all.add(Class.forName("dev.varve." + name));
                }
            }
        }
        assertTrue(all.size() > 30, "found only " + all);
        return all;
    }

    private static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @Test
    void onlyJdkTypesAppear() throws IOException, ClassNotFoundException {
        for (Class<?> type : api()) {
            if (!isShown(type.getModifiers())) {
                continue;
            }
            check(type.getGenericSuperclass(), type);
            Arrays.stream(type.getGenericInterfaces()).forEach(parent -> check(parent, type));
            for (Field field : type.getDeclaredFields()) {
                if (isShown(field.getModifiers())) {
                    check(field.getGenericType(), field);
                }
            }
            for (Method method : type.getDeclaredMethods()) {
                if (isShown(method.getModifiers())) {
                    check(method.getGenericReturnType(), method);
                    checkParameters(method);
                }
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (isShown(constructor.getModifiers())) {
                    checkParameters(constructor);
                }
            }
        }
        assertEquals(new TreeSet<>(), foreign);
    }

    private void checkParameters(Executable executable) {
        Arrays.stream(executable.getGenericParameterTypes()).forEach(type -> check(type, executable));
        Arrays.stream(executable.getGenericExceptionTypes()).forEach(type -> check(type, executable));
    }

    private void check(Type type, Object where) {
        if (type instanceof Class<?> plain) {
            Class<?> element = plain;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            String home = element.getPackageName();
            if (!element.isPrimitive() && !home.startsWith("java.") && !home.equals("dev.varve")) {
                foreign.add(element + " in " + where);
            }
        } else if (type instanceof ParameterizedType generic) {
            check(generic.getRawType(), where);
            Arrays.stream(generic.getActualTypeArguments()).forEach(argument -> check(argument, where));
        } else if (type instanceof WildcardType wildcard) {
            Arrays.stream(wildcard.getUpperBounds()).forEach(bound -> check(bound, where));
            Arrays.stream(wildcard.getLowerBounds()).forEach(bound -> check(bound, where));
        } else if (type instanceof GenericArrayType array) {
            check(array.getGenericComponentType(), where);
        } else if (type != null) {
            assertTrue(type instanceof TypeVariable<?>, () -> "what is " + type);
        }
    }

    @Test
    void everyExceptionIsUncheckedAndSaysWhatItIs() throws IOException, ClassNotFoundException {
        for (Class<?> type : api()) {
            if (Throwable.class.isAssignableFrom(type)) {
                assertTrue(RuntimeException.class.isAssignableFrom(type), type::toString);
                assertTrue(type.getSimpleName().endsWith("Exception"), type::toString);
            }
        }
    }

    @Test
    void handlesCanBeReplacedInUsersTests() {
        for (Class<?> handle : List.of(Store.class, Table.class, Cursor.class, StoreListener.class, StoreClock.class)) {
            assertTrue(handle.isInterface(), handle::toString);
        }
    }
}

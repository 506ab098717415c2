package dev.varve.internal;

import dev.varve.segments.FileSystem;
import dev.varve.segments.StoreFile;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** A file system whose operations can be made to fail, by path and name. Any thread. */
final class BrokenFiles {
    private final FileSystem real;
    private volatile Rule rule = (path, operation) -> {};
    final AtomicLong reads = new AtomicLong();

    /** Throws what shall go wrong. */
    @FunctionalInterface
    interface Rule {
        void check(Path path, String operation) throws IOException;
    }

    BrokenFiles(FileSystem real) {
        this.real = real;
    }

    void rule(Rule newRule) {
        rule = newRule;
    }

    /** Every write and sync below this directory fails from now on. */
    void breakDrive(Path root) {
        rule((path, operation) -> {
            if (path.startsWith(root) && (operation.equals("write") || operation.equals("sync"))) {
                throw new IOException("injected: " + operation + " of " + path);
            }
        });
    }

    void repair() {
        rule((path, operation) -> {});
    }

    FileSystem files() {
        return (FileSystem) Proxy.newProxyInstance(
                BrokenFiles.class.getClassLoader(),
                new Class<?>[] {FileSystem.class},
                (proxy, method, arguments) -> onFileSystem(method, arguments));
    }

    private Object onFileSystem(Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return call(real, method, arguments);
        }
        if (arguments != null && arguments[0] instanceof Path path && method.getReturnType() != boolean.class) {
            rule.check(path, method.getName());
        }
        Object answer = call(real, method, arguments);
        if (!(answer instanceof StoreFile file)) {
            return answer;
        }
        return Proxy.newProxyInstance(
                BrokenFiles.class.getClassLoader(),
                new Class<?>[] {StoreFile.class},
                (proxy, onFile, given) -> onFile(file, onFile, given));
    }

    private Object onFile(StoreFile file, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("write") || name.equals("sync") || name.equals("read") || name.equals("truncate")) {
            if (name.equals("read")) {
                reads.incrementAndGet();
            }
            rule.check(file.path(), name);
        }
        return call(file, method, arguments);
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

package dev.firefly.resilience.tck.cdi;

import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Bean classes in any number, all alike, written and compiled on the spot. */
final class CompiledBeans implements AutoCloseable {
    private final URLClassLoader loader;
    private final Class<?>[] classes;

    private CompiledBeans(URLClassLoader loader, Class<?>[] classes) {
        this.loader = loader;
        this.classes = classes;
    }

    /**
     * Compiles them.
     *
     * @param annotations what stands on the one method of each, with full names
     */
    static CompiledBeans of(int count, String annotations, Path directory)
            throws IOException, ReflectiveOperationException {
        String beans = IntStream.range(0, count)
                .mapToObj(i -> "@jakarta.enterprise.context.ApplicationScoped public static class Bean" + i + " { "
                        + annotations + " public String call(String text, int number) { return text; } }")
                .collect(Collectors.joining("\n"));
        Path source = directory.resolve("Beans.java");
        Files.writeString(source, "public class Beans {\n" + beans + "\n}\n");
        String classPath = Stream.of(Retry.class, ApplicationScoped.class)
                .map(CompiledBeans::location)
                .collect(Collectors.joining(File.pathSeparator));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", directory.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("The compiler ended with " + result);
        }
        return load(count, directory);
    }

    private static CompiledBeans load(int count, Path directory)
            throws MalformedURLException, ReflectiveOperationException {
        URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, Thread.currentThread().getContextClassLoader());
        List<Class<?>> classes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            classes.add(loader.loadClass("Beans$Bean" + i));
        }
        return new CompiledBeans(loader, classes.toArray(Class<?>[]::new));
    }

    private static String location(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    Class<?>[] classes() {
        return classes.clone();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}

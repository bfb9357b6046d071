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
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Bean classes that are written and compiled on the spot. */
final class CompiledBeans implements AutoCloseable {
    private final URLClassLoader loader;
    private final Class<?>[] classes;

    private CompiledBeans(URLClassLoader loader, Class<?>[] classes) {
        this.loader = loader;
        this.classes = classes;
    }

    /**
     * Compiles any number of them, all alike.
     *
     * @param annotations what stands on the one method of each, with full names
     */
    static CompiledBeans of(int count, String annotations, Path directory)
            throws IOException, ReflectiveOperationException {
        String beans = IntStream.range(0, count)
                .mapToObj(i -> "@jakarta.enterprise.context.ApplicationScoped public static class Bean" + i + " { "
                        + annotations + " public String call(String text, int number) { return text; } }")
                .collect(Collectors.joining("\n"));
        compile(directory, Map.of("Beans", "public class Beans {\n" + beans + "\n}\n"));
        return load(
                directory,
                IntStream.range(0, count).mapToObj(i -> "Beans$Bean" + i).toList());
    }

    /**
     * Compiles these.
     *
     * @param sources the sources by the full names of their classes
     * @param beans which of the classes are beans
     */
    static CompiledBeans of(Map<String, String> sources, List<String> beans, Path directory)
            throws IOException, ReflectiveOperationException {
        compile(directory, sources);
        return load(directory, beans);
    }

    private static void compile(Path directory, Map<String, String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", directory.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        String classPath = Stream.of(Retry.class, ApplicationScoped.class)
                .map(CompiledBeans::location)
                .collect(Collectors.joining(File.pathSeparator));
        arguments.addAll(List.of("-cp", classPath));
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (result != 0) {
            throw new IllegalStateException("The compiler ended with " + result);
        }
    }

    private static CompiledBeans load(Path directory, List<String> names)
            throws MalformedURLException, ReflectiveOperationException {
        URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, Thread.currentThread().getContextClassLoader());
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            classes.add(loader.loadClass(name));
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

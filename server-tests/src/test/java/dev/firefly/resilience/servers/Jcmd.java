package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What another JVM says of itself.
 *
 * @param pid its process
 */
record Jcmd(long pid) {
    private static final String TOOL =
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();

    /** The names of its threads. */
    List<String> threads() throws IOException, InterruptedException {
        return ask("Thread.print")
                .lines()
                .filter(line -> line.startsWith("\""))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .toList();
    }

    /** How many objects of that very class are reachable; the classes of that name of all class loaders count. */
    long instances(Class<?> type) throws IOException, InterruptedException {
        return ask("GC.class_histogram")
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(columns -> columns.length > 3 && columns[3].equals(type.getName()))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }

    private String ask(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(TOOL, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(answer);
        }
        return answer;
    }
}

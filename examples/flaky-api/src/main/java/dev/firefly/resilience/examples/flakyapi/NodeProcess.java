package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.firefly.resilience.examples.flakyapi.node.Message;
import dev.firefly.resilience.examples.flakyapi.node.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A node as seen from outside: a JVM of its own. Thread-safe. */
final class NodeProcess {
    /** Hears what nodes say; called on threads of their own. */
    interface Listener {
        /** The node reports something. */
        void message(String node, Message message);

        /** The node, or something in it, printed something else. */
        void text(String node, String line);
    }

    private final String name;
    private final Process process;
    private final Listener listener;
    private final List<Thread> readers = new ArrayList<>();

    private NodeProcess(String name, Process process, Listener listener) {
        this.name = name;
        this.process = process;
        this.listener = listener;
    }

    /** Starts a JVM like this one, with the same class path. */
    static NodeProcess start(String name, Map<String, String> properties, Listener listener) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Several JVMs start at once on what may be a small machine.
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (Runtime.version().feature() >= 23) {
            // Hazelcast still uses it, and Java would warn of that.
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        properties.forEach((key, value) -> command.add("-D" + key + '=' + value));
        command.add(Node.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        NodeProcess node = new NodeProcess(name, builder.start(), listener);
        node.read("out", node.process.getInputStream(), node::take);
        node.read("err", node.process.getErrorStream(), line -> listener.text(name, line));
        return node;
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Tells it to call that often from now on. */
    void pace(double callsPerSecond) throws IOException {
        OutputStream in = process.getOutputStream();
        in.write((callsPerSecond + "\n").getBytes(UTF_8));
        in.flush();
    }

    /** Tells it to end; returns at once. */
    void end() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
    }

    /** Waits until it has ended and all it said was heard; kills it if it does not. */
    void awaitEnd(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
        for (Thread reader : readers) {
            reader.join();
        }
    }

    /** What became of it, once it has ended. */
    int exitCode() {
        return process.exitValue();
    }

    private void take(String line) {
        Message.decode(line)
                .ifPresentOrElse(message -> listener.message(name, message), () -> listener.text(name, line));
    }

    private void read(String what, InputStream stream, Consumer<String> lines) {
        Thread thread = new Thread(() -> read(stream, lines), name + '-' + what);
        thread.setDaemon(true);
        thread.start();
        readers.add(thread);
    }

    private static void read(InputStream stream, Consumer<String> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
            String line = reader.readLine();
            while (line != null) {
                lines.accept(line);
                line = reader.readLine();
            }
        } catch (IOException e) {
            // The process is gone.
        }
    }
}

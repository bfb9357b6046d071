package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One node of a test's cluster, in a process of its own: a registry over an embedded Hazelcast member, or a client. It is
 * configured by its arguments ({@code key=value}), does what the lines of its standard input say, and answers each with a
 * line. It ends when its input does, so that no node outlives its test.
 */
final class ClusterNode {
    private final ResilienceRegistry registry;
    private final Map<String, Command> commands = new HashMap<>();
    private final PrintStream out = System.out;
    private final List<Thread> hammers = new ArrayList<>();
    /** Ends the hammers started last; to be stopped before others are started. */
    private AtomicBoolean stopped = new AtomicBoolean();

    /** Does what a line says. */
    @FunctionalInterface
    interface Command {
        /**
         * Obeys.
         *
         * @param words the words of the line, the command itself first
         * @return the answer
         */
        String run(String[] words) throws Exception;
    }

    private ClusterNode(ResilienceRegistry registry) {
        this.registry = registry;
        new CircuitCommands(registry.circuitBreaker("shared")).addTo(commands);
        new PermitCommands(registry.bulkhead("shared")).addTo(commands);
        new StoreCommands(registry, out).addTo(commands);
        new LoadCommands(registry, out).addTo(commands);
        commands.put("hammer", this::hammer);
        commands.put("stop", words -> stop());
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> settings = new HashMap<>();
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            settings.put(Settings.PREFIX + pair[0], pair[1]);
        }
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(Settings.of(settings, "arguments"))
                .build()) {
            new ClusterNode(registry).obey();
        }
    }

    private void obey() throws Exception {
        registry.circuitBreaker("shared").state();
        out.println("READY");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line.split(" ")));
        }
        stopped.set(true);
    }

    private String answer(String[] words) throws Exception {
        Command command = commands.get(words[0]);
        try {
            return command == null ? "UNKNOWN " + words[0] : command.run(words);
        } catch (StoreUnavailableException e) {
            return "REFUSED " + e.code();
        }
    }

    /** {@code hammer <pattern> <name> <service> <threads>}: calls the service as fast as the pattern lets it. */
    private String hammer(String[] words) throws IOException {
        Service service = new Service(URI.create(words[3]));
        AtomicBoolean stop = new AtomicBoolean();
        stopped = stop;
        for (int i = 0; i < Integer.parseInt(words[4]); i++) {
            Thread thread = new Thread(Hammers.of(words[1], words[2], registry, service, stop), "hammer-" + i);
            thread.start();
            hammers.add(thread);
        }
        return "HAMMERING";
    }

    private String stop() throws InterruptedException {
        stopped.set(true);
        for (Thread hammer : hammers) {
            hammer.join();
        }
        hammers.clear();
        return "STOPPED";
    }
}

package dev.firefly.resilience.examples.flakyapi.node;

import com.hazelcast.core.Hazelcast;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogManager;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * A node: a CDI container with the guarded client in it. It is configured by system properties, begins and ends as its
 * {@link Starter} says, and reports on its {@link Wire}.
 */
public final class Node {
    private static final long PAUSE_NANOS = 20_000_000;

    /** Too few for the circuit to open by them. */
    private static final int MOST_TO_WARM_UP = 3;

    private Node() {}

    /** Runs a node until it is told to end. */
    public static void main(String[] args) throws Exception {
        Starter starter = Starter.listen();
        beQuiet();
        try (SeContainer container = SeContainerInitializer.newInstance().initialize()) {
            run(container, starter);
        } catch (RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void run(SeContainer container, Starter starter) throws Exception {
        Config config = ConfigProvider.getConfig();
        Wire wire = container.select(Wire.class).get();
        PaymentsClient client = container.select(PaymentsClient.class).get();
        CircuitBreakers breakers = container.select(CircuitBreakers.class).get();
        awaitCluster(config.getValue("demo.nodes", Integer.class), starter);
        warmUp(client);
        wire.send(Message.now(Kind.READY, "pid " + ProcessHandle.current().pid()));
        Optional<Double> pace = starter.nextPace();
        try (CircuitWatch watch = CircuitWatch.start(breakers, wire);
                CallLoop loop =
                        new CallLoop(client, container.select(Retries.class).get(), wire)) {
            while (pace.isPresent()) {
                loop.pace(pace.get());
                pace = starter.nextPace();
            }
        }
    }

    /** Calls that do not count, so that all that count find everything loaded; the first may well take too long. */
    private static void warmUp(PaymentsClient client) throws IOException, InterruptedException {
        for (int i = 0; i < MOST_TO_WARM_UP && client.balance().insteadOf() != null; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The library has started the member; how many there are is not its business. */
    private static void awaitCluster(int nodes, Starter starter) {
        while (!starter.hasEnded()
                && Hazelcast.getAllHazelcastInstances().stream()
                        .noneMatch(member -> member.getCluster().getMembers().size() == nodes)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void beQuiet() throws IOException {
        try (InputStream logging = Node.class.getResourceAsStream("/logging.properties")) {
            LogManager.getLogManager().readConfiguration(logging);
        }
    }
}

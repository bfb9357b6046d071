package dev.firefly.resilience.examples.flakyapi;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All nodes of a run. However the run ends, none of them stays behind. */
final class Nodes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<NodeProcess> processes = new CopyOnWriteArrayList<>();
    private final Thread hook;
    private volatile boolean closing;

    private Nodes(Runnable interrupted) {
        hook = new Thread(
                () -> {
                    interrupted.run();
                    end();
                },
                "end-nodes");
    }

    /** The names that the nodes of a run have. */
    static List<String> names(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> "node-" + number)
                .toList();
    }

    /**
     * Starts the nodes, each with a port for the others to find it.
     *
     * @param interrupted called when this process is told to end, by Ctrl-C or a signal, before the nodes are closed
     */
    static Nodes start(DemoOptions options, URI api, NodeProcess.Listener listener, Runnable interrupted)
            throws IOException {
        List<Integer> ports = freePorts(options.nodes());
        Map<String, String> common = properties(options, api, ports);
        List<String> names = names(options.nodes());
        Nodes nodes = new Nodes(interrupted);
        Runtime.getRuntime().addShutdownHook(nodes.hook);
        try {
            for (int i = 0; i < ports.size(); i++) {
                Map<String, String> properties = new HashMap<>(common);
                properties.put("demo.node", names.get(i));
                properties.put("firefly.resilience.hazelcast.port", String.valueOf(ports.get(i)));
                nodes.processes.add(NodeProcess.start(names.get(i), properties, listener));
            }
        } catch (IOException e) {
            nodes.close();
            throw e;
        }
        return nodes;
    }

    private static Map<String, String> properties(DemoOptions options, URI api, List<Integer> ports) {
        return Map.of(
                "demo.nodes",
                String.valueOf(options.nodes()),
                "demo.api",
                api.toString(),
                "firefly.resilience.circuit-breaker.payments.wait-duration-in-open",
                options.openFor().toString(),
                "firefly.resilience.hazelcast.members",
                ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
    }

    /** Tells them to call that often from now on, all together. */
    void pace(double callsPerSecond) throws IOException {
        for (NodeProcess node : processes) {
            node.pace(callsPerSecond / processes.size());
        }
    }

    /** A node that has ended, though nobody told it to. */
    Optional<NodeProcess> dead() {
        return closing
                ? Optional.empty()
                : processes.stream().filter(node -> !node.isAlive()).findFirst();
    }

    /** Ends them all and waits for what they still have to say. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running.
        }
    }

    private void end() {
        closing = true;
        processes.forEach(NodeProcess::end);
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (NodeProcess node : processes) {
            try {
                node.awaitEnd(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ports that were free a moment ago; all are held until the last is found, so that they differ. */
    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }
}

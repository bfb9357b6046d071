package dev.firefly.resilience.tck.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The nodes of one test and how they find each other. Closing it ends them all. */
final class Nodes implements AutoCloseable {
    /** Options of a JVM that is soon ready, also when there are many of them for few processors. */
    static final List<String> LIGHT = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final List<Integer> ports;
    private final Map<String, String> settings = new TreeMap<>();
    private final List<NodeProcess> started = new ArrayList<>();
    private List<String> jvm = List.of();
    private @Nullable Path clientFile;

    /** A place for so many nodes on free ports of the loopback interface. */
    Nodes(int places) throws IOException {
        ports = freePorts(places);
        // what these tests are about is not how fast a busy machine answers
        settings.put("store.lock-block-timeout", "5s");
        settings.put("hazelcast.cluster-name", "test-" + UUID.randomUUID());
        settings.put(
                "hazelcast.members",
                ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
    }

    /** A setting for all nodes, without the common prefix. */
    Nodes with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Starts JVMs that are soon ready rather than fast. */
    Nodes light() {
        jvm = LIGHT;
        return this;
    }

    /** All settings of the node at that place, without the common prefix. */
    Map<String, String> settings(int place) {
        Map<String, String> own = new TreeMap<>(settings);
        own.put("hazelcast.port", ports.get(place).toString());
        return own;
    }

    /** Starts the nodes at these places together and waits until all are ready. */
    List<NodeProcess> start(int from, int to) throws IOException, InterruptedException {
        for (int place = from; place < to; place++) {
            started.add(NodeProcess.start(
                    jvm,
                    ClusterNode.class,
                    settings(place).entrySet().stream()
                            .map(entry -> entry.getKey() + '=' + entry.getValue())
                            .toList()));
        }
        List<NodeProcess> nodes = List.copyOf(started.subList(started.size() - (to - from), started.size()));
        for (NodeProcess node : nodes) {
            node.answer("READY");
        }
        return nodes;
    }

    /** Starts a client of the cluster that looks for it at all places, and waits until it is ready. */
    NodeProcess startClient() throws IOException, InterruptedException {
        if (clientFile == null) {
            clientFile = Files.createTempFile("client", ".yaml");
            Files.writeString(clientFile, clientConfig());
        }
        List<String> arguments = new ArrayList<>(List.of("hazelcast.config=" + clientFile));
        settings.forEach((key, value) -> {
            if (!key.startsWith("hazelcast.")) {
                arguments.add(key + '=' + value);
            }
        });
        NodeProcess client = NodeProcess.start(jvm, ClusterNode.class, arguments);
        started.add(client);
        client.answer("READY");
        return client;
    }

    private String clientConfig() {
        return """
                hazelcast-client:
                  cluster-name: %s
                  network:
                    cluster-members: [%s]
                """.formatted(settings.get("hazelcast.cluster-name"), settings.get("hazelcast.members"));
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < count) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    @Override
    public void close() {
        started.forEach(NodeProcess::close);
        if (clientFile != null) {
            clientFile.toFile().delete();
        }
    }
}

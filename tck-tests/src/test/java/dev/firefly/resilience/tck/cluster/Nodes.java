package dev.firefly.resilience.tck.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The nodes of one test and how they find each other. Closing it ends them all. */
final class Nodes implements AutoCloseable {
    /** Options of a JVM that is soon ready, also when there are many of them for few processors. */
    static final List<String> LIGHT = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Places places;
    private final List<String> addresses;
    private final Map<String, String> settings = new TreeMap<>();
    private final List<NodeProcess> started = new ArrayList<>();
    private List<String> jvm = List.of();
    private @Nullable Path clientFile;

    /** A place for so many nodes on free ports of the loopback interface. */
    Nodes(int count) throws IOException {
        this(Places.onLoopback(count), count);
    }

    /** The first so many of these places for members; closed with the nodes. */
    Nodes(Places places, int count) {
        this.places = places;
        addresses = IntStream.range(0, count)
                .mapToObj(place -> places.host(place) + ':' + places.port(place))
                .toList();
        // what these tests are about is not how fast a busy machine answers
        settings.put("store.lock-block-timeout", "5s");
        settings.put("hazelcast.cluster-name", "test-" + UUID.randomUUID());
        settings.put("hazelcast.members", String.join(",", addresses));
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
        own.put("hazelcast.interface", places.host(place));
        own.put("hazelcast.port", Integer.toString(places.port(place)));
        return own;
    }

    /** Starts the nodes at these places together and waits until all are ready. */
    List<NodeProcess> start(int from, int to) throws IOException, InterruptedException {
        for (int place = from; place < to; place++) {
            started.add(NodeProcess.start(
                    places.entrance(place),
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

    /** The place behind those of the members. */
    int clientPlace() {
        return addresses.size();
    }

    /** Starts a client of the cluster at its place, which looks for it at all places of members. */
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
        NodeProcess client = NodeProcess.start(places.entrance(clientPlace()), jvm, ClusterNode.class, arguments);
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

    /** Starts the {@link Referee}, where everyone reaches it. */
    NodeProcess startReferee() throws IOException {
        int outside = places.outside();
        NodeProcess referee =
                NodeProcess.start(places.entrance(outside), LIGHT, Referee.class, List.of(places.host(outside)));
        started.add(referee);
        return referee;
    }

    Places places() {
        return places;
    }

    @Override
    public void close() {
        started.forEach(NodeProcess::close);
        places.close();
        if (clientFile != null) {
            clientFile.toFile().delete();
        }
    }
}

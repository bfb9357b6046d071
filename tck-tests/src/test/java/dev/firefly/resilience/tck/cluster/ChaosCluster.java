package dev.firefly.resilience.tck.cluster;

import static org.awaitility.Awaitility.await;

import dev.firefly.resilience.tck.cluster.ChaosPlan.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Members and a client under load, to which faults happen, and the referee behind them. Closing it ends them all. */
final class ChaosCluster implements AutoCloseable {
    /** Longer than anything here may take on the busiest machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int FIRST_MEMBERS = 3;
    /** Each has made so many updates before the next fault. */
    private static final int WARM_UPDATES = 20;

    private final NodeProcess referee;
    private final Nodes nodes;
    private final String service;
    private final String boundMillis;
    private final List<NodeProcess> members = new ArrayList<>();
    /** Everyone who ever made updates. */
    private final List<NodeProcess> everyone = new ArrayList<>();

    private final Map<NodeProcess, String> names = new HashMap<>();
    private final NodeProcess client;

    private ChaosCluster(Nodes nodes, Duration bound) throws IOException, InterruptedException {
        this.nodes = nodes;
        this.referee = nodes.startReferee();
        this.service = referee.answer("READY");
        this.boundMillis = Long.toString(bound.toMillis());
        members.addAll(nodes.light().start(0, FIRST_MEMBERS));
        client = nodes.startClient();
        awaitSafe();
        for (NodeProcess node : all()) {
            load(node);
        }
        all().forEach(ChaosCluster::awaitWarm);
    }

    /** Starts one; what it has started is ended when that fails. */
    static ChaosCluster start(Nodes nodes, Duration bound) throws IOException, InterruptedException {
        try {
            return new ChaosCluster(nodes, bound);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            nodes.close();
            throw e;
        }
    }

    /** Everyone who is there now. */
    List<NodeProcess> all() {
        return Stream.concat(members.stream(), Stream.of(client)).toList();
    }

    List<Ledger> ledgers() {
        return everyone.stream().map(NodeProcess::ledger).toList();
    }

    NodeProcess member() {
        return members.get(0);
    }

    NodeProcess client() {
        return client;
    }

    /** What the referee has counted: calls, the most with a permit at once, the most probes of one episode at once. */
    List<Integer> report() throws InterruptedException {
        return Stream.of(referee.ask("report", "REPORT").split(" "))
                .map(Integer::valueOf)
                .toList();
    }

    // ---- faults

    /** Does what the plan says, in a cluster whose members have copies of each other's records. */
    void suffer(Fault fault) throws IOException, InterruptedException {
        leaveAlone(fault.before());
        awaitSafe();
        int victim = fault.victim() % members.size();
        switch (fault.kind()) {
            case KILL -> kill(victim);
            case STOP -> stop(members.get(victim), fault.lasting());
            case JOIN -> join(members.size());
            case CUT -> cut(fault.victim(), fault.lasting());
        }
    }

    private void kill(int place) throws IOException, InterruptedException {
        NodeProcess member = members.get(place);
        referee.ask("leaveOut " + names.get(member), "LEFT OUT");
        member.kill();
        members.set(place, nodes.start(place, place + 1).get(0));
        load(members.get(place));
        awaitWarm(members.get(place));
    }

    private static void stop(NodeProcess member, Duration lasting) throws IOException, InterruptedException {
        member.signal("STOP");
        leaveAlone(lasting);
        member.signal("CONT");
    }

    private void join(int place) throws IOException, InterruptedException {
        NodeProcess member = nodes.start(place, place + 1).get(0);
        members.add(member);
        load(member);
        awaitWarm(member);
    }

    /** Cuts off as many members as are drawn, from the one that is drawn on, and the client with them or not. */
    private void cut(int drawn, Duration lasting) throws IOException, InterruptedException {
        int all = members.size();
        int size = 1 + drawn % (all - 1);
        Set<Integer> side = IntStream.range(drawn, drawn + size)
                .map(place -> place % all)
                .boxed()
                .collect(Collectors.toCollection(HashSet::new));
        if (drawn / all % 2 == 1) {
            side.add(nodes.clientPlace());
        }
        nodes.places().cut(side);
        for (int place = 0; place < all; place++) {
            NodeProcess member = members.get(place);
            String seen = " " + (side.contains(place) ? size : all - size);
            await().atMost(PATIENCE).until(() -> member.reply("safe").endsWith(seen));
        }
        leaveAlone(lasting);
        nodes.places().heal();
    }

    private void load(NodeProcess node) throws InterruptedException {
        everyone.add(node);
        names.put(node, "n" + everyone.size());
        node.ask("load " + service + ' ' + names.get(node) + ' ' + boundMillis, "LOADED");
    }

    private static void awaitWarm(NodeProcess node) {
        await().atMost(PATIENCE).until(() -> node.ledger().acknowledged() >= WARM_UPDATES);
    }

    private static void leaveAlone(Duration time) {
        await().pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
    }

    private void awaitSafe() {
        String safe = "SAFE true " + members.size();
        await().atMost(PATIENCE).until(() -> member().reply("safe").equals(safe));
    }

    /** Waits until every member sees all others: one that was given up has to find them again first. */
    void awaitWhole() {
        String whole = "SAFE true " + members.size();
        for (NodeProcess member : members) {
            await().atMost(PATIENCE).until(() -> member.reply("safe").equals(whole));
        }
    }

    /** Ends all load, and hears of all updates. */
    void unload() throws InterruptedException {
        for (NodeProcess node : all()) {
            node.send("unload");
        }
        for (NodeProcess node : all()) {
            node.answer("UNLOADED");
        }
    }

    @Override
    public void close() {
        nodes.close();
    }
}

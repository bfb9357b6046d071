package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firefly.resilience.tck.cluster.ChaosPlan.Fault;
import dev.firefly.resilience.tck.cluster.ChaosPlan.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One plan carried out, with everything that was counted. */
final class ChaosRun {
    /** How long a call may be kept waiting for the store. */
    static final Duration BOUND = Duration.ofMillis(500);
    /** The most members there are at once. */
    static final int MEMBERS = 5;
    /** Permits of the bulkhead. */
    static final int PERMITS = 4;
    /** Probes of the circuit. */
    static final int PROBES = 2;

    private static final int TOKENS = 1_000_000;
    /** The slowest that is allowed: less than a token flows in while a run lasts. */
    private static final String REFILL = "0.0011";

    private static final int WINDOW = 50_000;

    private final ChaosPlan plan;
    private final String onFailure;
    private final Places places;

    /** On the loopback interface. */
    ChaosRun(ChaosPlan plan, String onFailure) throws IOException {
        this(plan, onFailure, Places.onLoopback(MEMBERS));
    }

    /** @param places {@link #MEMBERS} for members, one for the client; closed with the run */
    ChaosRun(ChaosPlan plan, String onFailure, Places places) {
        this.plan = plan;
        this.onFailure = onFailure;
        this.places = places;
    }

    /** Carries it out; what must hold under every policy is asserted here. */
    ChaosResult run() throws IOException, InterruptedException {
        System.out.println("Chaos (" + onFailure + "), " + plan);
        try (ChaosCluster cluster = ChaosCluster.start(nodes(), BOUND)) {
            for (Fault fault : plan.faults()) {
                cluster.suffer(fault);
            }
            long normal = awaitNormal(cluster);
            Map<String, Integer> counted = counted(cluster);
            return result(cluster, counted, normal);
        }
    }

    private Nodes nodes() {
        Nodes nodes = new Nodes(places, MEMBERS)
                .with("store.on-failure", onFailure)
                .with("store.lock-block-timeout", BOUND.toMillis() + "ms")
                .with("store.max-staleness", "200ms")
                .with("circuit-breaker.shared.wait-duration-in-open", "250ms")
                .with("circuit-breaker.shared.half-open-max-calls", Integer.toString(PROBES))
                .with("bulkhead.shared.max-concurrent", Integer.toString(PERMITS));
        for (int i = 0; i < ChaosLoad.NAMES; i++) {
            nodes.with("rate-limiter.tokens-" + i + ".max-tokens", Integer.toString(TOKENS))
                    .with("rate-limiter.tokens-" + i + ".refill-rate", REFILL)
                    .with("circuit-breaker.failures-" + i + ".window-size", Integer.toString(WINDOW))
                    .with("circuit-breaker.failures-" + i + ".failure-threshold", Integer.toString(WINDOW));
        }
        return nodes;
    }

    /** How long after the last fault, in milliseconds, everything was as it is without any. */
    private static long awaitNormal(ChaosCluster cluster) throws InterruptedException {
        long start = System.nanoTime();
        cluster.awaitWhole();
        for (NodeProcess node : cluster.all()) {
            await().atMost(ChaosCluster.PATIENCE)
                    .until(() -> node.reply("status").startsWith("STATUS SHARED"));
        }
        cluster.unload();
        for (NodeProcess node : cluster.all()) {
            await().atMost(ChaosCluster.PATIENCE).until(() -> hasFullCapacity(node));
        }
        await().atMost(ChaosCluster.PATIENCE).until(() -> isOperable(cluster));
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static boolean hasFullCapacity(NodeProcess node) throws InterruptedException {
        String taken = node.reply("take " + 2 * PERMITS);
        node.ask("giveBack", "GIVEN");
        if (taken.startsWith("TAKEN")) {
            assertThat(Integer.parseInt(taken.substring("TAKEN ".length())))
                    .as("permits taken by one node while the others hold none")
                    .isLessThanOrEqualTo(PERMITS);
        }
        return taken.equals("TAKEN " + PERMITS);
    }

    /** Whether a circuit that one node opens and closes is open and closed for all. */
    private static boolean isOperable(ChaosCluster cluster) throws InterruptedException {
        if (!cluster.member().reply("open 60000").startsWith("OPENED")) {
            return false;
        }
        for (NodeProcess node : cluster.all()) {
            node.ask("awaitOpen", "SEEN");
        }
        if (!cluster.client().reply("close").startsWith("CLOSED")) {
            return false;
        }
        for (NodeProcess node : cluster.all()) {
            node.ask("awaitClosed", "SEEN");
        }
        return true;
    }

    /** What the record says of each name, once all nodes say the same. */
    private static Map<String, Integer> counted(ChaosCluster cluster) {
        Map<String, Integer> counted = new TreeMap<>();
        for (int i = 0; i < ChaosLoad.NAMES; i++) {
            String tokens = "tokens-" + i;
            String failures = "failures-" + i;
            counted.put(tokens, TOKENS - agreed(cluster, "available " + tokens, "AVAILABLE "));
            counted.put(failures, agreed(cluster, "failures " + failures, "FAILURES "));
        }
        return counted;
    }

    private static int agreed(ChaosCluster cluster, String question, String word) {
        Set<String> answers = new HashSet<>();
        await().atMost(ChaosCluster.PATIENCE).until(() -> {
            answers.clear();
            for (NodeProcess node : cluster.all()) {
                answers.add(node.reply(question));
            }
            return answers.size() == 1 && answers.iterator().next().startsWith(word);
        });
        return Integer.parseInt(answers.iterator().next().substring(word.length()));
    }

    private ChaosResult result(ChaosCluster cluster, Map<String, Integer> counted, long normal)
            throws InterruptedException {
        List<Ledger> ledgers = cluster.ledgers();
        List<Integer> report = cluster.report();
        int kills = count(Kind.KILL);
        return new ChaosResult(
                plan.seed(),
                kills,
                count(Kind.STOP),
                count(Kind.JOIN) + kills,
                count(Kind.CUT),
                Tally.of("tokens", ledgers, counted, kills * ChaosLoad.TAKERS),
                Tally.of("failures", ledgers, counted, kills),
                report.get(0),
                report.get(1),
                report.get(2),
                ledgers.stream().mapToLong(Ledger::worstMillis).max().orElse(0),
                normal,
                ledgers.stream().flatMap(ledger -> ledger.errors().stream()).toList());
    }

    private int count(Kind kind) {
        return (int)
                plan.faults().stream().filter(fault -> fault.kind() == kind).count();
    }
}

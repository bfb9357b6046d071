package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One circuit, several JVMs. */
class SharedCircuitIT {
    private static final int OPENINGS = 20;
    private static final int EPISODES = 50;

    @Test
    void aCircuitThatOneNodeOpensRejectsOnAllOthersAtOnce() throws Exception {
        try (Nodes nodes = new Nodes(3)) {
            List<NodeProcess> started = nodes.start(0, 3);
            List<Long> delays = new ArrayList<>();
            for (int i = 0; i < OPENINGS; i++) {
                NodeProcess opener = started.get(i % 3);
                List<NodeProcess> others =
                        started.stream().filter(node -> node != opener).toList();
                others.forEach(other -> other.send("awaitOpen"));
                long opened = Long.parseLong(opener.ask("open 60000", "OPENED"));
                for (NodeProcess other : others) {
                    delays.add(Long.parseLong(other.answer("SEEN")) - opened);
                }
                others.forEach(other -> other.send("awaitClosed"));
                opener.ask("close", "CLOSED");
                for (NodeProcess other : others) {
                    other.answer("SEEN");
                }
            }
            delays.sort(null);
            System.out.println("An opening was seen by the others after (ms): " + delays);
            assertThat(delays.get(delays.size() / 2)).as("median").isLessThanOrEqualTo(100);
            assertThat(delays.get(delays.size() - 1)).as("worst").isLessThanOrEqualTo(1000);
        }
    }

    @Test
    void aNodeThatIsKilledInItsProbeHoldsTheCircuitUpOnlyUntilTheClusterHasNoticed() throws Exception {
        Duration lease = Duration.ofSeconds(30);
        try (Nodes nodes = new Nodes(3)
                .with("circuit-breaker.shared.half-open-probe-timeout", lease.toMillis() + "ms")
                .with("circuit-breaker.shared.wait-duration-in-open", "1100ms")) {
            List<NodeProcess> started = nodes.start(0, 3);
            NodeProcess victim = started.get(0);
            NodeProcess other = started.get(1);
            started.get(2).ask("fail 5", "FAILED OPEN");
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> victim.ask("permit", "PERMIT").startsWith("true true"));
            long granted = System.nanoTime();
            assertThat(other.ask("permit", "PERMIT"))
                    .as("while the probe is out")
                    .startsWith("false");

            victim.kill();

            await().atMost(lease.plusSeconds(5))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> other.ask("permit", "PERMIT").startsWith("true true"));
            Duration held = Duration.ofNanos(System.nanoTime() - granted);
            System.out.println("The permit of a killed probe came back after " + held);
            assertThat(other.ask("succeed", "SETTLED")).isEqualTo("CLOSED");
            assertThat(held).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void noMoreProbesRunAtOnceInTheWholeClusterThanAllowed() throws Exception {
        int most = 2;
        try (GuardedService service = new GuardedService();
                Nodes nodes = new Nodes(4)
                        .with("store.max-staleness", "200ms")
                        .with("circuit-breaker.shared.wait-duration-in-open", "250ms")
                        .with("circuit-breaker.shared.half-open-max-calls", Integer.toString(most))) {
            List<NodeProcess> started = nodes.start(0, 4);
            for (NodeProcess node : started) {
                node.ask("hammer circuit shared " + service.uri() + " 4", "HAMMERING");
            }
            await().atMost(Duration.ofMinutes(2)).until(() -> service.episodes() >= EPISODES);
            for (NodeProcess node : started) {
                node.ask("stop", "STOPPED");
            }
            System.out.println(service.probes() + " probes in " + service.episodes() + " episodes, at most "
                    + service.mostProbesAtOnce() + " at once");
            assertThat(service.mostProbesAtOnce()).isBetween(1, most);
        }
    }
}

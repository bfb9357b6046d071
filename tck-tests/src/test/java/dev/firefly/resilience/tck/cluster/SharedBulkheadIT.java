package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One bulkhead, several JVMs. */
class SharedBulkheadIT {
    private static final int PERMITS = 3;
    private static final int CALLS = 1_000;

    @ParameterizedTest(name = "max-wait {0}")
    @ValueSource(strings = {"0", "1s"})
    void noMoreCallsRunAtOnceInTheWholeClusterThanAllowed(String maxWait) throws Exception {
        try (GuardedService service = new GuardedService();
                Nodes nodes = permits(PERMITS).with("bulkhead.shared.max-wait", maxWait)) {
            List<NodeProcess> started = nodes.start(0, 3);
            for (NodeProcess node : started) {
                node.ask("hammer bulkhead shared " + service.uri() + " 3", "HAMMERING");
            }
            await().atMost(Duration.ofMinutes(2)).until(() -> service.calls() >= CALLS);
            for (NodeProcess node : started) {
                node.ask("stop", "STOPPED");
            }
            System.out.println(service.calls() + " calls, at most " + service.mostAtOnce() + " at once");
            assertThat(service.mostAtOnce()).isEqualTo(PERMITS);
            awaitTakenByOne(started.get(0));
        }
    }

    @Test
    void permitsOfANodeThatIsKilledAreBackWhenTheClusterHasNoticed() throws Exception {
        try (Nodes nodes = permits(PERMITS)) {
            List<NodeProcess> started = nodes.start(0, 3);
            NodeProcess victim = started.get(0);
            NodeProcess other = started.get(1);
            assertThat(victim.ask("take " + PERMITS, "TAKEN")).isEqualTo(Integer.toString(PERMITS));
            assertThat(other.ask("take 1", "TAKEN")).as("while all are held").isEqualTo("0");

            long killed = System.nanoTime();
            victim.kill();
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> !other.ask("take 1", "TAKEN").equals("0"));
            System.out.println("The permits of a killed node were back after "
                    + Duration.ofNanos(System.nanoTime() - killed).toMillis() + " ms");

            assertThat(other.ask("take " + 2 * PERMITS, "TAKEN"))
                    .as("the others, and no more than there are")
                    .isEqualTo(Integer.toString(PERMITS - 1));
            assertThat(started.get(2).ask("take 1", "TAKEN")).isEqualTo("0");
            assertThat(other.ask("giveBack", "GIVEN")).isEqualTo(Integer.toString(PERMITS));
            awaitTakenByOne(started.get(2));
        }
    }

    /** All permits, and no more, can be had on one node; that others have given theirs back it sees after a moment. */
    private static void awaitTakenByOne(NodeProcess node) {
        AtomicInteger taken = new AtomicInteger();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> taken.addAndGet(Integer.parseInt(node.ask("take " + 2 * PERMITS, "TAKEN"))) >= PERMITS);
        assertThat(taken).hasValue(PERMITS);
    }

    private static Nodes permits(int count) throws Exception {
        return new Nodes(3).with("bulkhead.shared.max-concurrent", Integer.toString(count));
    }
}

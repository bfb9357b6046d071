package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One bucket of tokens, several JVMs. */
class SharedLimiterIT {
    private static final int RATE = 200;
    private static final int BURST = 40;
    /** Enough that somebody always asks, however long a round through the grid takes on a busy machine. */
    private static final int THREADS = 8;

    private static final int WARM_UP = 5 * RATE;
    private static final Duration SPAN = Duration.ofSeconds(20);

    @ParameterizedTest(name = "in batches of {0}: at least {1}")
    @CsvSource({"1, 0.99", "20, 0.97"})
    void saturatedNodesTogetherGetWhatTheBucketGivesAndNoMore(int reserve, double least) throws Exception {
        try (GuardedService service = new GuardedService();
                Nodes nodes = new Nodes(3)
                        .with("rate-limiter.shared.refill-rate", Integer.toString(RATE))
                        .with("rate-limiter.shared.max-tokens", Integer.toString(BURST))
                        .with("rate-limiter.shared.reserve", Integer.toString(reserve))) {
            List<NodeProcess> started = nodes.start(0, 3);

            long before = System.nanoTime();
            for (NodeProcess node : started) {
                node.ask("hammer limiter " + service.uri() + " " + THREADS, "HAMMERING");
            }
            // until everybody has loaded all there is to load, tokens are left over
            await().atMost(SPAN).until(() -> service.calls() >= WARM_UP);
            int first = service.calls();
            long begun = System.nanoTime();
            await().atMost(SPAN.multipliedBy(2)).until(() -> System.nanoTime() - begun >= SPAN.toNanos());
            int steady = service.calls() - first;
            long end = System.nanoTime();
            for (NodeProcess node : started) {
                node.send("stop");
            }
            for (NodeProcess node : started) {
                node.answer("STOPPED");
            }
            long after = System.nanoTime();

            double refilled = RATE * ((end - begun) / 1e9);
            System.out.printf(
                    "In batches of %d the nodes were admitted %d times within %.1f s, in which %.0f tokens came%n",
                    reserve, steady, (end - begun) / 1e9, refilled);
            assertThat((double) steady).as("in the steady state").isGreaterThanOrEqualTo(least * refilled);
            assertThat((double) service.calls()).as("in all").isLessThanOrEqualTo(given(after - before));
        }
    }

    /** What a bucket that was full at the beginning gives in so many nanoseconds. */
    private static double given(long nanos) {
        return BURST + RATE * (nanos / 1e9);
    }
}

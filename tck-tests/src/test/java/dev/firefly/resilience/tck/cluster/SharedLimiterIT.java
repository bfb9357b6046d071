package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One bucket of tokens, several JVMs, as the service behind them counts it.
 *
 * <p>A full bucket keeps nothing of what flows into it, so what it gives is used up only by callers that are there from
 * its first moment on. JVMs that have just started are not: while they load and compile what a call needs, hundreds of
 * milliseconds on a busy machine, nobody takes a token. That is no matter of the bucket: a limiter whose name is new, in
 * JVMs that have gone the same way for another name, gives what it should from its first call on. So the nodes warm up at
 * a bucket of its own, and the other is counted from its first call, full.
 */
class SharedLimiterIT {
    private static final int RATE = 200;
    private static final int BURST = 40;
    /** Enough that somebody always asks, however long a round through the grid takes on a busy machine. */
    private static final int THREADS = 8;

    private static final String REHEARSED = "rehearsed";
    private static final String COUNTED = "counted";
    private static final int WARM_UP_CALLS = 5 * RATE;
    private static final Duration SPAN = Duration.ofSeconds(20);
    private static final double GIVEN = BURST + RATE * SPAN.toSeconds();

    @ParameterizedTest(name = "in batches of {0}: at least {1}")
    @CsvSource({"1, 0.99", "20, 0.97"})
    void saturatedNodesTogetherGetWhatTheBucketGivesAndNoMore(int reserve, double least) throws Exception {
        try (GuardedService service = new GuardedService();
                Nodes nodes = nodes(reserve)) {
            List<NodeProcess> started = nodes.start(0, 3);
            hammer(started, REHEARSED, service);
            await().atMost(SPAN).until(() -> service.arrivals(REHEARSED).size() >= WARM_UP_CALLS);
            stop(started);

            long begun = System.nanoTime();
            hammer(started, COUNTED, service);
            await().atMost(SPAN).until(() -> !service.arrivals(COUNTED).isEmpty());
            long first = service.arrivals(COUNTED).element();
            await().atMost(SPAN.multipliedBy(2)).until(() -> System.nanoTime() - first > SPAN.toNanos());
            stop(started);

            long fromBegun = within(SPAN, begun, service);
            long fromFirst = within(SPAN, first, service);
            System.out.printf(
                    "In batches of %d the nodes were admitted %d times within %d s of the first call, "
                            + "%d of the first command (%.0f ms earlier); the bucket gave %.0f tokens%n",
                    reserve, fromFirst, SPAN.toSeconds(), fromBegun, (first - begun) / 1e6, GIVEN);
            assertThat((double) fromFirst).as("since the first call").isGreaterThanOrEqualTo(least * GIVEN);
            // a call takes its time from the bucket to the service: before the command there surely was none
            assertThat((double) fromBegun).as("since before the first call").isLessThanOrEqualTo(GIVEN);
        }
    }

    private static Nodes nodes(int reserve) throws IOException {
        Nodes nodes = new Nodes(3);
        for (String limiter : List.of(REHEARSED, COUNTED)) {
            nodes.with("rate-limiter." + limiter + ".refill-rate", Integer.toString(RATE))
                    .with("rate-limiter." + limiter + ".max-tokens", Integer.toString(BURST))
                    .with("rate-limiter." + limiter + ".reserve", Integer.toString(reserve));
        }
        return nodes;
    }

    private static void hammer(List<NodeProcess> nodes, String limiter, GuardedService service) throws Exception {
        for (NodeProcess node : nodes) {
            node.send("hammer limiter " + limiter + ' ' + service.uri() + ' ' + THREADS);
        }
        for (NodeProcess node : nodes) {
            node.answer("HAMMERING");
        }
    }

    private static void stop(List<NodeProcess> nodes) throws Exception {
        for (NodeProcess node : nodes) {
            node.send("stop");
        }
        for (NodeProcess node : nodes) {
            node.answer("STOPPED");
        }
    }

    private static long within(Duration span, long since, GuardedService service) {
        return service.arrivals(COUNTED).stream()
                .filter(arrival -> arrival - since <= span.toNanos())
                .count();
    }
}

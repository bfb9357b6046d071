package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Members are killed, stopped and joined under load, by a plan drawn from a seed. {@code chaos.seeds} says how many plans
 * are carried out, {@code chaos.seed} which is the first: see {@code docs/chaos.md}.
 */
@Timeout(240)
class ChaosIT {
    /** Longer than the lease of an entry lock, and shorter than a cluster waits for a member that does not answer. */
    private static final Duration STOPPED = Duration.ofSeconds(6);
    /** Longer than that: the others go on without it, and when it wakes up it is alone until it has found them again. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(12);
    /** How long both sides of a cut go on alone. */
    private static final Duration CUT = Duration.ofSeconds(3);
    /** What a caller may be kept waiting for a processor, beyond its bound and what its whole process had to wait. */
    private static final Duration SLACK = Duration.ofMillis(500);

    private static final Duration BACK_TO_NORMAL = Duration.ofSeconds(10);
    /** When the last fault is a split, Hazelcast has to heal it first, for which its parts look for each other now and then. */
    private static final Duration HEALED = Duration.ofSeconds(60);

    private static final List<ChaosResult> RESULTS = new ArrayList<>();

    static LongStream seeds() {
        return seeds(Long.getLong("chaos.seeds", 2));
    }

    /** Each takes a minute, most of which is waiting; a fourth has to do. */
    static LongStream cuts() {
        return seeds((Long.getLong("chaos.seeds", 2) + 3) / 4);
    }

    private static LongStream seeds(long count) {
        long first = Long.getLong("chaos.seed", 1);
        return LongStream.range(first, first + count);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatWasAcknowledgedCountsOnceAndNoLimitIsExceeded(long seed) throws IOException, InterruptedException {
        ChaosResult result = new ChaosRun(ChaosPlan.of(seed, 1, STOPPED), "fail").run();
        RESULTS.add(result);
        System.out.print(ChaosResult.table(List.of(result)));
        assertSoftly(softly -> {
            checkWhatAlwaysHolds(result, BACK_TO_NORMAL, softly);
            softly.assertThat(result.tokens().lost()).as("tokens lost").isZero();
            softly.assertThat(result.failures().lost()).as("failures lost").isZero();
            softly.assertThat(result.mostPermits())
                    .as("calls with a permit at once")
                    .isBetween(1, ChaosRun.PERMITS);
            softly.assertThat(result.mostProbes()).as("probes at once").isBetween(1, ChaosRun.PROBES);
        });
    }

    /**
     * Alone a node goes by its share of a limit, and what it does while it is cut off may be lost with it: of what was
     * acknowledged nothing is expected here but that it does not count twice, and of the rest that all agree again.
     */
    @Test
    void nodesThatWentOnAloneAgreeAgainAndNothingSticks() throws IOException, InterruptedException {
        ChaosPlan plan = ChaosPlan.of(Long.getLong("chaos.seed", 1), 0, GIVEN_UP);
        ChaosResult result = new ChaosRun(plan, "local").run();
        System.out.print(ChaosResult.table(List.of(result)));
        assertSoftly(softly -> checkWhatAlwaysHolds(result, HEALED, softly));
    }

    /** As above: on each side of the cut nodes go on with what they knew. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("cuts")
    void aNetworkThatWasCutInTwoIsOneAgainAndNothingSticks(long seed) throws IOException, InterruptedException {
        String whyNot = Namespaces.whyNot();
        assumeTrue(whyNot.isEmpty(), () -> "no network namespaces here: " + whyNot);
        Places places = new Namespaces(ChaosRun.MEMBERS + 1);
        ChaosResult result = new ChaosRun(ChaosPlan.ofCut(seed, CUT), "local", places).run();
        System.out.print(ChaosResult.table(List.of(result)));
        assertSoftly(softly -> checkWhatAlwaysHolds(result, HEALED, softly));
    }

    private static void checkWhatAlwaysHolds(ChaosResult result, Duration normal, SoftAssertions softly) {
        softly.assertThat(result.errors()).as("what must not happen").isEmpty();
        softly.assertThat(result.tokens().excess())
                .as("tokens taken for nobody")
                .isLessThanOrEqualTo(result.tokens().doubtful());
        softly.assertThat(result.failures().excess())
                .as("failures counted that nobody had")
                .isLessThanOrEqualTo(result.failures().doubtful());
        softly.assertThat(Duration.ofMillis(result.worstMillis()))
                .as("worst blocking")
                .isLessThanOrEqualTo(ChaosRun.BOUND.plus(SLACK));
        softly.assertThat(Duration.ofMillis(result.normalMillis()))
                .as("back to normal")
                .isLessThanOrEqualTo(normal);
    }

    @AfterAll
    static void printTable() {
        System.out.print(ChaosResult.table(RESULTS));
    }
}

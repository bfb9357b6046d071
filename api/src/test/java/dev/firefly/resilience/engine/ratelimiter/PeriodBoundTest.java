package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.Seeds;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In no period, however placed, do all nodes together admit more than the bucket holds and gets in that time. */
@Timeout(120)
class PeriodBoundTest {
    private static final int MAX_TOKENS = 10;
    private static final int RATE = 10;

    private final List<Long> admittedAt = new ArrayList<>();

    private void take(World world, int tokens) {
        if (world.limiter.tryAcquire(tokens)) {
            for (int i = 0; i < tokens; i++) {
                admittedAt.add(world.clock.nanos());
            }
        }
    }

    private void assertNoPeriodWithTooMany() {
        for (int first = 0; first < admittedAt.size(); first++) {
            for (int last = first; last < admittedAt.size(); last++) {
                long nanos = admittedAt.get(last) - admittedAt.get(first);
                long most = MAX_TOKENS + nanos * RATE / 1_000_000_000;
                assertThat(last - first + 1L)
                        .as("admitted from the %d. to the %d., in %s", first, last, Duration.ofNanos(nanos))
                        .isLessThanOrEqualTo(most);
            }
        }
    }

    private void hammer(World[] nodes, SplittableRandom random) {
        for (int i = 0; i < 400; i++) {
            World world = nodes[random.nextInt(nodes.length)];
            for (int calls = random.nextInt(8); calls > 0; calls--) {
                take(world, 1);
            }
            world.clock.step(Duration.ofMillis(random.nextInt(random.nextInt(10) == 0 ? 2_000 : 120)));
        }
        assertNoPeriodWithTooMany();
    }

    @Test
    void noMatterWhereTheBucketIs() {
        Seeds.each(4, seed -> {
            for (Place place : Place.values()) {
                admittedAt.clear();
                World world = new World(place, b -> b.maxTokens(MAX_TOKENS).refillRate(RATE));
                hammer(new World[] {world}, new SplittableRandom(seed));
                world.cells.close();
            }
        });
    }

    @Test
    void noMatterHowManyNodesHoldTokensInReserve() {
        Seeds.each(4, seed -> {
            admittedAt.clear();
            World one = new World(
                    Place.STORE, b -> b.maxTokens(MAX_TOKENS).refillRate(RATE).reserve(4));
            World[] nodes = {one, one.otherNode(b -> b.reserve(7)), one.otherNode(b -> b.reserve(1))};
            hammer(nodes, new SplittableRandom(seed));
            for (World node : nodes) {
                node.cells.close();
            }
        });
    }

    @Test
    void aBusyBucketAdmitsAllThatFlows() {
        World one = new World(
                Place.STORE, b -> b.maxTokens(MAX_TOKENS).refillRate(RATE).reserve(4));
        World two = one.otherNode(b -> b.reserve(3));
        for (int i = 0; i < 2_000; i++) {
            take(one, 1);
            take(two, 1);
            one.clock.step(Duration.ofMillis(50));
        }

        // 100 s, and what the bucket and the reserves hold at the end is the burst of the beginning
        assertThat(admittedAt.size()).isBetween(1_000, 1_000 + MAX_TOKENS);
    }
}

package dev.firefly.resilience.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster was split, each part went on without the other, and now they are one again. */
@Timeout(60)
class HealingTest {
    private static final String KEY = "firefly:resilience:circuit-breaker:x";

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore larger = new InMemoryStore(clock);
    /** The clock of the smaller part. */
    private final ManualClock ahead = new ManualClock();

    private final SplitStore smaller = new SplitStore(new InMemoryStore(ahead));
    private final List<ResilienceRegistry> nodes = new ArrayList<>();
    private final ResilienceRegistry there = node(larger);
    private final ResilienceRegistry here = node(smaller);

    private ResilienceRegistry node(ResilienceStore store) {
        ResilienceRegistry made = Resilience.builder()
                .clock(clock)
                .store(store)
                .executor(Runnable::run)
                .rateLimiter(
                        "x",
                        RateLimiterConfig.builder().maxTokens(6).refillRate(1).build())
                .bulkhead("x", BulkheadConfig.builder().maxConcurrent(3).build())
                .settings(Settings.of(Map.of("firefly.resilience.store.lock-block-timeout", "60s"), "test"))
                .build();
        nodes.add(made);
        return made;
    }

    private static Phase phase(ResilienceRegistry node) {
        return node.circuitBreaker("x").state().phase();
    }

    /** In both parts. */
    private void advance(long seconds) {
        ahead.advance(Duration.ofSeconds(seconds));
        clock.advance(Duration.ofSeconds(seconds));
    }

    private void heal() {
        smaller.healInto(larger);
    }

    @AfterEach
    void close() {
        nodes.forEach(ResilienceRegistry::close);
    }

    @Test
    void aCircuitThatOpenedInTheSmallerPartIsOpenForAll() {
        here.circuitBreaker("x").open(Duration.ofMinutes(5));
        assertThat(phase(there)).isEqualTo(Phase.CLOSED);

        heal();

        while (phase(there) != Phase.OPEN) {
            Thread.onSpinWait();
        }
        assertThat(phase(here)).isEqualTo(Phase.OPEN);
    }

    @Test
    void aCircuitThatOpenedInTheLargerPartIsOpenForAll() {
        CircuitBreaker breaker = here.circuitBreaker("x");
        breaker.state();
        there.circuitBreaker("x").open(Duration.ofMinutes(5));

        heal();
        advance(2);

        assertThat(phase(here)).isEqualTo(Phase.OPEN);
        assertThat(phase(there)).isEqualTo(Phase.OPEN);
    }

    @Test
    void aCircuitOfAPartWhoseClockWasAheadIsOpenForAllAndCanBeRead() {
        ahead.advance(Duration.ofSeconds(5));
        here.circuitBreaker("x").open(Duration.ofMinutes(5));
        byte[] initial = larger.read(List.of(KEY)).get(KEY);

        heal();

        while (Arrays.equals(larger.read(List.of(KEY)).get(KEY), initial)) {
            Thread.onSpinWait();
        }
        ResilienceRegistry fresh = node(larger.join());
        assertThat(phase(fresh)).isEqualTo(Phase.OPEN);
    }

    @Test
    void whatAnOperatorSaidRulesOverWhatCallsFound() {
        here.circuitBreaker("x").disable();
        there.circuitBreaker("x").open(Duration.ofMinutes(5));

        heal();

        while (phase(there) != Phase.DISABLED) {
            Thread.onSpinWait();
        }
    }

    @Test
    void theEmptierBucketIsThatOfAll() {
        there.rateLimiter("x").tryAcquire(2);
        here.rateLimiter("x").tryAcquire(5);

        heal();

        while (there.rateLimiter("x").availableTokens() != 1) {
            advance(0);
            Thread.onSpinWait();
        }
        assertThat(there.rateLimiter("x").tryAcquire(2)).isFalse();
    }

    @Test
    void afterwardsBothAreBoundByTheSamePermits() {
        Bulkhead mine = here.bulkhead("x");
        Bulkhead others = there.bulkhead("x");
        Permit before = mine.acquire();
        others.acquire();
        advance(1); // long enough to have seen who is a member

        heal();
        advance(2);
        before.close(); // it had lapsed when its member was taken to have left

        mine.acquire();
        advance(20); // the permits of the former identity are given back again, but not this one
        mine.acquire();
        advance(2);
        assertThat(others.tryAcquire()).isEmpty();
    }
}

package dev.firefly.resilience.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 500,000 names, each used once. State is in memory. */
class ManyNamesTest {
    private static final int NAMES = 500_000;
    private static final long MEGABYTE = 1 << 20;
    private static final Duration IDLE = Duration.ofHours(24);

    private final ManualClock clock = new ManualClock();

    private ConfiguredRegistry start(int most) {
        ChangingSettings settings = new ChangingSettings()
                .set("store.type", "memory")
                .set("registry.max-dynamic-instances", String.valueOf(most));
        return (ConfiguredRegistry) Resilience.builder()
                .settings(settings)
                .clock(clock)
                .executor(Runnable::run)
                .build();
    }

    private static void useOnce(ConfiguredRegistry registry, int user) {
        String name = "user-" + user;
        switch (user % 5) {
            case 0 -> registry.retry(name).call(() -> "done");
            case 1 -> registry.rateLimiter(name).call(() -> "done");
            case 2 -> registry.bulkhead(name).call(() -> "done");
            case 3 -> registry.pipeline(name).circuitBreaker().timeLimiter().call(() -> "done");
            default -> registry.circuitBreakers().recordFailure(name);
        }
    }

    @Test
    void theyLeaveTheHeapAsItWasAfterTheIdleTime() {
        try (ConfiguredRegistry registry = start(1_000_000)) {
            registry.circuitBreaker("forced").forceOpen();
            long before = Garbage.bytesInUse();
            long start = System.nanoTime();
            for (int user = 0; user < NAMES; user++) {
                useOnce(registry, user);
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            long most = Garbage.bytesInUse();
            assertThat(registry.size()).isEqualTo(4 * NAMES / 5 + 1);
            assertThat(registry.kept()).isGreaterThan(NAMES / 5);

            clock.advance(IDLE.multipliedBy(2));
            Garbage.collect(); // the instances that were let go
            clock.advance(IDLE); // their state

            long after = Garbage.bytesInUse();
            System.out.printf(
                    "%,d names in memory: %.1f s; MB in use: %d before, %d with all of them, %d after the idle time%n",
                    NAMES, seconds, before / MEGABYTE, most / MEGABYTE, after / MEGABYTE);
            assertThat(registry.size()).isZero();
            assertThat(registry.kept()).isEqualTo(1);
            assertThat(registry.circuitBreaker("forced").state().phase()).isEqualTo(Phase.FORCED_OPEN);
            assertThat(most - before).isGreaterThan(50 * MEGABYTE);
            assertThat(after - before).isLessThan((most - before) / 10);
        }
    }

    @Test
    void thereAreNeverMuchMoreThanTheMostThereMayBe() {
        try (ConfiguredRegistry registry = start(1_000)) {
            for (int user = 0; user < NAMES / 10; user++) {
                useOnce(registry, user);
            }
            clock.advance(IDLE.dividedBy(2)); // idle for less than the time; but too many are looked through
            Garbage.collect();
            clock.advance(IDLE.dividedBy(4));

            assertThat(registry.size()).isLessThanOrEqualTo(4 * 1_000);
            assertThat(registry.kept()).isLessThanOrEqualTo(4 * 1_000);
        }
    }
}

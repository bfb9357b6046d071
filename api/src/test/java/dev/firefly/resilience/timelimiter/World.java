package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.event.DeadlineExceeded;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.tck.kit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** A registry on a clock of its own, with a limiter named {@code x} of ten seconds and all events it has announced. */
final class World {
    static final Duration LIMIT = Duration.ofSeconds(10);

    /** A little more than the executor is given to take up what is due. */
    static final Duration HANDOVER = Duration.ofMillis(25);

    final ManualClock clock = new ManualClock();
    final ResilienceRegistry registry;
    final TimeLimiter limiter;
    final List<ResilienceEvent> events = new CopyOnWriteArrayList<>();

    World(Executor executor, UnaryOperator<TimeLimiterConfig.Builder> settings) {
        TimeLimiterConfig defaults = TimeLimiterConfig.builder().timeout(LIMIT).build();
        registry = Resilience.builder()
                .clock(clock)
                .executor(executor)
                .timeLimiter("x", settings.apply(defaults.toBuilder()).build())
                .timeLimiter(
                        "short",
                        defaults.toBuilder().timeout(LIMIT.dividedBy(2)).build())
                .timeLimiter(
                        "long",
                        defaults.toBuilder().timeout(LIMIT.multipliedBy(2)).build())
                .build();
        limiter = registry.timeLimiter("x");
        registry.events().subscribe(ResilienceEvent.class, events::add);
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    /** Moves the clock to the limit of a call that began when the world did. */
    void passLimit() {
        clock.advance(LIMIT);
    }

    List<DeadlineExceeded> exceeded() {
        return events.stream()
                .filter(DeadlineExceeded.class::isInstance)
                .map(DeadlineExceeded.class::cast)
                .toList();
    }
}

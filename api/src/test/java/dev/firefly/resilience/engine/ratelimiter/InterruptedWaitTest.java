package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A thread is interrupted while it waits for its token. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class InterruptedWaitTest {
    @Parameter
    Place place;

    private World world;

    @BeforeEach
    void anEmptyBucket() {
        world = new World(place, b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5)));
        world.drain();
        world.rejections.clear();
    }

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    @Test
    void theCallEndsWithARejectionTheFlagIsSetAndTheBodyDoesNotRun() throws InterruptedException {
        AtomicBoolean ran = new AtomicBoolean();
        AtomicBoolean flag = new AtomicBoolean();
        AtomicReference<RateLimitExceededException> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            thrown.set(catchThrowableOfType(
                    RateLimitExceededException.class, () -> world.limiter.call(() -> ran.getAndSet(true))));
            flag.set(Thread.currentThread().isInterrupted());
        });
        thread.start();
        world.waits.awaitWaiting(1);
        world.clock.step(Duration.ofMillis(300));

        thread.interrupt();
        thread.join();

        assertThat(ran).isFalse();
        assertThat(flag).isTrue();
        assertThat(thrown.get()).hasCauseInstanceOf(InterruptedException.class);
        assertThat(thrown.get().retryAfter()).contains(Duration.ofMillis(700));
        assertThat(world.rejections).hasSize(1);
        assertThat(world.waits.waiting()).isZero();
    }

    @Test
    void theReservationGoesBack() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> world.limiter.call(() -> "never")).isInstanceOf(RateLimitExceededException.class);
        assertThat(Thread.interrupted()).isTrue();
        world.awaitWritten();

        world.clock.step(Duration.ofSeconds(1));

        assertThat(world.limiter.tryAcquire()).isTrue();
        assertThat(world.limiter.tryAcquire()).isFalse();
    }

    @Test
    void aThreadThatIsInterruptedAlreadyPassesIfItNeedNotWait() {
        world.clock.step(Duration.ofSeconds(1));
        Thread.currentThread().interrupt();

        boolean flag = world.limiter.call(() -> Thread.currentThread().isInterrupted());

        assertThat(flag).isTrue();
    }
}

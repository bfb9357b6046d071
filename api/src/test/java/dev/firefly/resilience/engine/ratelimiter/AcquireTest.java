package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.firefly.resilience.engine.ratelimiter.World.Place;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens taken without a call, several at once. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class AcquireTest {
    @Parameter
    Place place;

    private CompletableFuture<Void> acquireInThread(World world, int tokens, int number) throws InterruptedException {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        world.limiter.acquire(tokens);
                        done.complete(null);
                    } catch (Throwable failure) {
                        done.completeExceptionally(failure);
                    }
                },
                "acquirer");
        thread.setDaemon(true);
        thread.start();
        world.waits.awaitWaiting(number);
        return done;
    }

    @Test
    void severalTokensAreTakenAllOrNone() {
        World world = new World(place, b -> b.maxTokens(5).refillRate(1));

        assertThat(world.limiter.tryAcquire(3)).isTrue();
        assertThat(world.limiter.tryAcquire(3)).isFalse();

        assertThat(world.limiter.availableTokens()).isEqualTo(2);
        assertThat(world.limiter.tryAcquire(2)).isTrue();
    }

    @Test
    void whatCanNeverBeHadIsAMistakeThatNamesBothNumbers() {
        World world = new World(place, b -> b.maxTokens(5));
        for (int wrong : new int[] {Integer.MIN_VALUE, -1, 0, 6, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> world.limiter.tryAcquire(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("tokens must be from 1 to max-tokens (5), was " + wrong);
            assertThatThrownBy(() -> world.limiter.acquire(wrong)).isInstanceOf(IllegalArgumentException.class);
        }

        assertThat(world.limiter.availableTokens()).isEqualTo(5);
    }

    @Test
    void tryingNeverWaitsHoweverLongTheTimeout() {
        World world = new World(place, b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofHours(1)));
        assertThat(world.limiter.tryAcquire()).isTrue();

        assertThat(world.limiter.tryAcquire()).isFalse();

        assertThat(world.waits.waits()).isEmpty();
        assertThat(world.rejections).hasSize(1);
        world.clock.step(Duration.ofSeconds(1));
        assertThat(world.limiter.tryAcquire()).isTrue();
    }

    @Test
    void acquiringWithoutATimeoutTakesOrThrows() {
        World world = new World(place, b -> b.maxTokens(4).refillRate(2));
        world.limiter.acquire(3);

        RateLimitExceededException rejected =
                catchThrowableOfType(RateLimitExceededException.class, () -> world.limiter.acquire(3));

        assertThat(rejected.retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(world.limiter.availableTokens()).isEqualTo(1);
        world.limiter.acquire();
        assertThat(world.limiter.availableTokens()).isZero();
    }

    @Test
    void aCallerWhoNeedsSeveralGetsThemInTurnAlthoughOthersNeedOne() throws Exception {
        World world = new World(place, b -> b.maxTokens(4).refillRate(1).timeout(Duration.ofSeconds(10)));
        world.drain();
        CompletableFuture<Void> four = acquireInThread(world, 4, 1);
        CompletableFuture<Void> one = acquireInThread(world, 1, 2);

        world.advance(Duration.ofSeconds(4).minusNanos(1));
        assertThat(four).isNotDone();
        assertThat(world.limiter.tryAcquire()).isFalse();
        world.advance(Duration.ofNanos(1));

        four.get(1, TimeUnit.MINUTES);
        assertThat(one).isNotDone();
        world.advance(Duration.ofSeconds(1));
        one.get(1, TimeUnit.MINUTES);
    }

    @Test
    void aWaiterWhoIsInterruptedGivesBackExactlyWhatItReserved() {
        World world = new World(place, b -> b.maxTokens(10).refillRate(1).timeout(Duration.ofMinutes(1)));
        world.limiter.acquire(9);
        for (int i = 0; i < 1_000; i++) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> world.limiter.acquire(3)).isInstanceOf(RateLimitExceededException.class);
            assertThat(Thread.interrupted()).isTrue();
        }

        world.awaitWritten();
        assertThat(world.limiter.availableTokens()).isEqualTo(1);
    }

    @Test
    void whatIsGivenBackDoesNotOverflowABucketThatHasFilledUp() throws Exception {
        World world = new World(place, b -> b.maxTokens(2).refillRate(1).timeout(Duration.ofHours(1)));
        world.drain();
        acquireInThread(world, 1, 1);
        world.clock.step(Duration.ofMinutes(30));
        Thread.currentThread().interrupt();
        world.limiter.acquire(2); // does not wait, and so is not interrupted
        assertThat(Thread.interrupted()).isTrue();
        world.clock.step(Duration.ofMinutes(30));

        assertThat(world.limiter.availableTokens()).isEqualTo(2);
    }
}

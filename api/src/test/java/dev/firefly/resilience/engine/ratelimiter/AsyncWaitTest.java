package dev.firefly.resilience.engine.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.engine.CarryingExecutor;
import dev.firefly.resilience.engine.ratelimiter.World.Place;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An asynchronous call waits for its token. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Place.class)
class AsyncWaitTest {
    @Parameter
    Place place;

    private final AtomicInteger started = new AtomicInteger();
    private World world;

    @BeforeEach
    void anEmptyBucket() {
        world = new World(place, b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5)));
        world.drain();
    }

    private CompletableFuture<String> beginToWait(CompletableFuture<String> body) throws InterruptedException {
        CompletableFuture<String> call = world.limiter
                .callAsync(() -> {
                    started.incrementAndGet();
                    return body;
                })
                .toCompletableFuture();
        world.waits.awaitWaiting(1);
        return call;
    }

    private static CompletableFuture<String> done() {
        return CompletableFuture.completedFuture("done");
    }

    /** A second later there is one token, if what was reserved went back, and not two. */
    private void assertTokenIsBack() {
        world.awaitWritten();
        world.clock.step(Duration.ofSeconds(1));
        assertThat(world.limiter.tryAcquire()).isTrue();
        assertThat(world.limiter.tryAcquire()).isFalse();
    }

    @Test
    void aCallThatIsCancelledGivesItsTokenBackAndItsBodyNeverStarts() throws InterruptedException {
        CompletableFuture<String> call = beginToWait(done());

        call.cancel(true);
        call.cancel(true);

        world.waits.awaitWaiting(0);
        assertTokenIsBack();
        world.advance(Duration.ofSeconds(10));
        assertThat(started).hasValue(0);
    }

    @Test
    void aCallThatIsCancelledLaterCancelsItsBodyAndKeepsItsToken() throws InterruptedException {
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> call = beginToWait(body);
        world.advance(Duration.ofSeconds(1));
        assertThat(started).hasValue(1);

        call.cancel(true);

        assertThat(body).isCancelled();
        world.awaitWritten();
        assertThat(world.limiter.availableTokens()).isZero();
    }

    @Test
    void anExecutorThatRefusesGivesTheTokenBackAndFailsTheCall() throws InterruptedException {
        CompletableFuture<String> call = beginToWait(done());
        world.executor = task -> {
            throw new RejectedExecutionException("full");
        };

        world.advance(Duration.ofSeconds(1));

        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(started).hasValue(0);
        world.awaitWritten();
        assertThat(world.limiter.availableTokens()).isEqualTo(1);
    }

    @Test
    void theBodyRunsInTheContextAndUnderTheDeadlineOfTheCaller() throws Exception {
        ThreadLocal<String> context = new ThreadLocal<>();
        World carrying = new World(place, b -> b.maxTokens(1).refillRate(1).timeout(Duration.ofSeconds(5)));
        StoredRateLimiter limiter = carrying.limiterOn(new CarryingExecutor(context, Runnable::run));
        carrying.drain();
        CompletableFuture<String> call;
        context.set("caller");
        try (Deadline.Scope scope = Deadline.open(carrying.clock, Duration.ofSeconds(3))) {
            call = limiter.callAsync(() -> CompletableFuture.completedFuture(
                            context.get() + " has " + Deadline.current().remaining()))
                    .toCompletableFuture();
        }
        context.set("clock");
        carrying.waits.awaitWaiting(1);

        carrying.advance(Duration.ofSeconds(1));

        assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("caller has PT2S");
    }

    @Test
    void theOutcomeIsThatOfTheBody() throws InterruptedException {
        CompletableFuture<String> body = new CompletableFuture<>();
        CompletableFuture<String> call = beginToWait(body);
        world.advance(Duration.ofSeconds(1));
        IOException failure = new IOException("down");

        body.completeExceptionally(failure);

        assertThatThrownBy(() -> call.get(1, TimeUnit.MINUTES)).hasCause(failure);
        world.awaitWritten();
        assertThat(world.limiter.availableTokens()).isZero();
    }

    @Test
    void aBodyThatThrowsFailsTheStageWhetherItWaitedOrNot() throws Exception {
        IOException failure = new IOException("down");
        CompletableFuture<String> waiting = world.limiter
                .<String>callAsync(() -> {
                    throw failure;
                })
                .toCompletableFuture();
        world.waits.awaitWaiting(1);
        world.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES)).hasCause(failure);

        world.clock.step(Duration.ofSeconds(1));
        CompletableFuture<String> atOnce = world.limiter
                .<String>callAsync(() -> {
                    throw failure;
                })
                .toCompletableFuture();
        assertThatThrownBy(() -> atOnce.get(1, TimeUnit.MINUTES)).hasCause(failure);
    }
}

package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.bulkhead.BulkheadFullException;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.tck.kit.ManualClock;
import dev.firefly.resilience.timelimiter.TimeoutExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How long annotated methods hold their permits, who waits for one, and what becomes of those who give up. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Container.class)
class HeldPermitsTest {
    @Parameter
    Container container;

    /** A call of one of the methods that has begun. */
    private record Begun(String name, CompletableFuture<String> stage) {}

    @ApplicationScoped
    static class Kitchen {
        private final ManualClock clock = new ManualClock();
        private final BlockingQueue<Begun> begun = new LinkedBlockingQueue<>();
        private final CountDownLatch cooking = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);

        @Produces
        @ApplicationScoped
        Clock clock() {
            return clock;
        }

        @Bulkhead(value = "stove", maxConcurrent = 1)
        CompletionStage<String> cook(String name) {
            return begin(name);
        }

        @Bulkhead(value = "stove", maxConcurrent = 1)
        @TimeLimiter(timeout = "5s")
        CompletionStage<String> cookInTime(String name) {
            // Whoever holds a minimal stage cannot cancel what is behind it.
            return begin(name).minimalCompletionStage();
        }

        @Bulkhead(value = "counter", maxConcurrent = 1, maxWait = "10s")
        @TimeLimiter(timeout = "5s", offload = true, interrupt = false)
        String cookHere() throws InterruptedException {
            cooking.countDown();
            done.await();
            return "done";
        }

        @Bulkhead(value = "queue", maxConcurrent = 1, maxWait = "10s")
        CompletionStage<String> queue(String name) {
            return begin(name);
        }

        @Retry(maxAttempts = 2)
        @Bulkhead(value = "queue", maxConcurrent = 1, maxWait = "10s")
        CompletionStage<String> queueAgain(String name) {
            return begin(name);
        }

        @Retry
        CompletionStage<String> persist(String name) {
            return begin(name);
        }

        private CompletableFuture<String> begin(String name) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            begun.add(new Begun(name, stage));
            return stage;
        }

        Begun next() throws InterruptedException {
            return Objects.requireNonNull(begun.poll(10, TimeUnit.SECONDS), "nothing was begun");
        }
    }

    private Application app;
    private Kitchen kitchen;
    private Kitchen real;

    @BeforeEach
    void start() {
        app = container.start(Kitchen.class);
        kitchen = app.get(Kitchen.class);
        real = Real.of(kitchen);
    }

    @AfterEach
    void stop() {
        real.done.countDown();
        if (app.container().isRunning()) {
            app.close();
        }
    }

    private ResilienceRegistry registry() {
        return app.get(ResilienceRegistry.class);
    }

    private boolean isStoveFree() {
        var permit = registry().bulkhead("stove").tryAcquire();
        permit.ifPresent(Permit::close);
        return permit.isPresent();
    }

    private static Throwable failureOf(CompletionStage<String> call) throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        call.whenComplete((value, thrown) -> failure.complete(thrown));
        return failure.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aPermitIsHeldUntilTheStageCompletes() throws Exception {
        CompletionStage<String> call = kitchen.cook("soup");
        Begun soup = real.next();
        assertThat(failureOf(kitchen.cook("stew"))).isInstanceOf(BulkheadFullException.class);
        assertThat(isStoveFree()).isFalse();

        soup.stage().complete("soup");
        assertThat(Journal.await(call)).isEqualTo("soup");
        assertThat(isStoveFree()).isTrue();
        assertThat(real.begun).as("the rejected one").isEmpty();
    }

    @Test
    void afterATimeOutAPermitIsHeldUntilTheStageHasReallyEnded() throws Exception {
        CompletionStage<String> call = kitchen.cookInTime("soup");
        Begun soup = real.next();
        real.clock.advance(Duration.ofSeconds(6));
        assertThat(failureOf(call)).isInstanceOf(TimeoutExceededException.class);

        assertThat(isStoveFree()).isFalse();
        soup.stage().complete("too late");
        assertThat(isStoveFree()).isTrue();
    }

    @Test
    void afterATimeOutAPermitIsHeldUntilTheMethodHasReallyReturned() throws Exception {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                kitchen.cookHere();
                ended.complete(null);
            } catch (Throwable thrown) {
                ended.complete(thrown);
            }
        });
        caller.start();
        assertThat(real.cooking.await(10, TimeUnit.SECONDS)).isTrue();
        real.clock.advance(Duration.ofSeconds(6));
        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(TimeoutExceededException.class);
        caller.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(registry().bulkhead("counter").tryAcquire()).isEmpty();

        real.done.countDown();
        registry().bulkhead("counter").acquire().close();
    }

    @Test
    void aWaiterWhoseTimeIsOverNeverStarts() throws Exception {
        kitchen.queue("first");
        Begun first = real.next();
        CompletionStage<String> second = kitchen.queue("second");
        real.clock.advance(Duration.ofSeconds(11));
        assertThat(failureOf(second)).isInstanceOf(BulkheadFullException.class);

        first.stage().complete("");
        CompletionStage<String> third = kitchen.queue("third");
        assertThat(real.next().name()).isEqualTo("third");
        assertThat(third.toCompletableFuture()).isNotDone();
    }

    @Test
    void aWaiterThatIsCancelledNeverStarts() throws Exception {
        kitchen.queue("first");
        Begun first = real.next();
        CompletionStage<String> second = kitchen.queue("second");
        assertThat(second.toCompletableFuture().cancel(true)).isTrue();

        first.stage().complete("");
        kitchen.queue("third");
        assertThat(real.next().name()).isEqualTo("third");
    }

    @Test
    void anAttemptThatIsRetriedLeavesTheBulkheadAndQueuesAnew() throws Exception {
        CompletionStage<String> retried = kitchen.queueAgain("retried");
        Begun attempt = real.next();
        CompletionStage<String> other = kitchen.queue("other");
        assertThat(real.begun).isEmpty();

        attempt.stage().completeExceptionally(new IOException("down"));
        Begun next = real.next();
        assertThat(next.name()).isEqualTo("other");
        assertThat(real.begun).as("the second attempt waits").isEmpty();
        next.stage().complete("other");
        assertThat(Journal.await(other)).isEqualTo("other");

        Begun again = real.next();
        assertThat(again.name()).isEqualTo("retried");
        again.stage().complete("at last");
        assertThat(Journal.await(retried)).isEqualTo("at last");
    }

    @Test
    void cancellingTheStageOfACallCancelsItsAttemptAndNeverRetries() throws Exception {
        CompletionStage<String> call = kitchen.persist("soup");
        Begun attempt = real.next();

        assertThat(call.toCompletableFuture().cancel(true)).isTrue();

        assertThat(attempt.stage()).isCancelled();
        assertThat(call.toCompletableFuture()).isCancelled();
        // Whatever the library might still have done by then.
        app.close();
        assertThat(Threads.ofLibrary()).isEmpty();
        assertThat(real.begun).isEmpty();
    }
}

package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.tck.kit.ManualClock;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@ParameterizedClass
@EnumSource(Container.class)
class AsyncMethodsTest {
    @Parameter
    Container container;

    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface Watched {}

    @Watched
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_BEFORE + 200)
    static class Watch {
        static final AtomicInteger INNER = new AtomicInteger();

        @AroundInvoke
        Object watch(InvocationContext context) throws Exception {
            INNER.incrementAndGet();
            return context.proceed();
        }
    }

    @Watched
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_BEFORE)
    static class OuterWatch {
        static final AtomicInteger OUTER = new AtomicInteger();

        @AroundInvoke
        Object watch(InvocationContext context) throws Exception {
            OUTER.incrementAndGet();
            return context.proceed();
        }
    }

    @ApplicationScoped
    static class Prices {
        final BlockingQueue<CompletableFuture<String>> started = new LinkedBlockingQueue<>();
        final AtomicInteger calls = new AtomicInteger();

        @Watched
        @Retry(maxAttempts = 3)
        CompletionStage<String> price(String item) {
            int call = calls.incrementAndGet();
            return call < 3
                    ? CompletableFuture.failedStage(new IOException("down " + call))
                    : CompletableFuture.completedStage(item + " " + call);
        }

        @Retry(maxAttempts = 2, waitDuration = "10s")
        CompletableFuture<String> later() {
            CompletableFuture<String> stage = new CompletableFuture<>();
            calls.incrementAndGet();
            started.add(stage);
            return stage;
        }

        @Fallback(method = "instead")
        CompletableFuture<String> replaced() {
            throw new IllegalStateException("at once");
        }

        @SuppressWarnings("UnusedMethod") // called by its name
        private CompletionStage<String> instead(IllegalStateException failure) {
            return CompletableFuture.completedStage("instead of " + failure.getMessage());
        }

        @Fallback(method = "broken")
        CompletionStage<String> twice() {
            return CompletableFuture.failedStage(new IOException("first"));
        }

        CompletionStage<String> broken() throws TimeoutException {
            throw new TimeoutException("second");
        }

        @Fallback(handler = Handler.class)
        CompletionStage<String> handled(String item) {
            return CompletableFuture.failedStage(new CompletionException(new IOException("down")));
        }

        @CircuitBreaker(failureThreshold = 1)
        CompletionStage<String> guarded() {
            calls.incrementAndGet();
            return CompletableFuture.failedStage(new IOException("down"));
        }
    }

    @Dependent
    static class Handler implements FallbackHandler<CompletionStage<String>> {
        @Override
        public CompletionStage<String> handle(FallbackContext context) {
            return CompletableFuture.completedStage(context.failure().getMessage() + context.parameters());
        }
    }

    @ApplicationScoped
    static class Time {
        static final ThreadLocal<ManualClock> NEXT = new ThreadLocal<>();

        @Produces
        @ApplicationScoped
        Clock clock() {
            return NEXT.get();
        }
    }

    @Test
    void aFailedStageIsRetriedAndInnerInterceptorsSeeEachAttempt() throws Exception {
        Watch.INNER.set(0);
        OuterWatch.OUTER.set(0);
        try (Application app = container.start(Prices.class, Watch.class, OuterWatch.class, Handler.class)) {
            assertThat(await(app.get(Prices.class).price("nut"))).isEqualTo("nut 3");
            assertThat(Watch.INNER).hasValue(3);
            assertThat(OuterWatch.OUTER).hasValue(1);
        }
    }

    @Test
    void theCallerIsNotBlockedWhileARetryWaits() throws Exception {
        ManualClock clock = new ManualClock();
        Time.NEXT.set(clock);
        try (Application app = container.start(Prices.class, Time.class, Handler.class)) {
            Prices prices = app.get(Prices.class);
            CompletableFuture<String> result = prices.later();
            Prices real = Real.of(prices);
            real.started.remove().completeExceptionally(new IOException("down"));
            assertThat(real.started).isEmpty();

            long before = clock.nanos();
            clock.awaitTimers(1);
            clock.runNext();
            assertThat(clock.nanos() - before).isEqualTo(Duration.ofSeconds(10).toNanos());
            take(real.started).complete("fine");
            assertThat(await(result)).isEqualTo("fine");
        } finally {
            Time.NEXT.remove();
        }
    }

    @Test
    void nothingIsThrownSynchronouslyAndTheFallbackMakesTheStage() throws Exception {
        try (Application app = container.start(Prices.class, Handler.class)) {
            Prices prices = app.get(Prices.class);

            assertThat(await(prices.replaced())).isEqualTo("instead of at once");
            assertThat(await(prices.handled("nut"))).isEqualTo("down[nut]");
        }
    }

    @Test
    void anExceptionOfTheFallbackIsTheOutcome() {
        try (Application app = container.start(Prices.class, Handler.class)) {
            CompletionStage<String> stage = app.get(Prices.class).twice();

            assertThatThrownBy(() -> await(stage))
                    .cause()
                    .isExactlyInstanceOf(TimeoutException.class)
                    .satisfies(thrown ->
                            assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(IOException.class));
        }
    }

    @Test
    void theCircuitCountsTheOutcomeOfTheStage() {
        try (Application app = container.start(Prices.class, Handler.class)) {
            Prices prices = app.get(Prices.class);

            assertThatThrownBy(() -> await(prices.guarded())).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> await(prices.guarded())).hasCauseInstanceOf(CircuitBreakerOpenException.class);
            assertThat(Real.of(prices).calls).hasValue(1);
        }
    }

    private static <T> T await(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private static <T> T take(BlockingQueue<T> queue) throws InterruptedException {
        return Objects.requireNonNull(queue.poll(10, TimeUnit.SECONDS), "nothing was started");
    }

    static class Repository<T> {
        final AtomicInteger calls = new AtomicInteger();

        @Retry(maxAttempts = 2)
        T load() {
            calls.incrementAndGet();
            return start();
        }

        T start() {
            throw new UnsupportedOperationException();
        }
    }

    @ApplicationScoped
    static class Later extends Repository<CompletionStage<String>> {
        @Override
        CompletionStage<String> start() {
            return CompletableFuture.failedStage(new IOException("down"));
        }
    }

    @ApplicationScoped
    static class Future extends Repository<CompletableFuture<String>> {
        @Override
        CompletableFuture<String> start() {
            return CompletableFuture.failedFuture(new IOException("down"));
        }
    }

    @Test
    void aStageThatTheBeanClassPutsForATypeParameterIsAStage() {
        try (Application app = container.start(Later.class, Future.class)) {
            Later later = app.get(Later.class);
            Future future = app.get(Future.class);

            assertThatThrownBy(() -> await(later.load())).hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> await(future.load())).hasCauseInstanceOf(IOException.class);
            assertThat(Real.of(later).calls).hasValue(2);
            assertThat(Real.of(future).calls).hasValue(2);
        }
    }
}

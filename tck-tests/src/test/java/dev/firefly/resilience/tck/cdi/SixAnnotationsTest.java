package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.bulkhead.Permit;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.ratelimiter.RateLimitExceededException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** All six annotations on one method: which of them stands around which. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SixAnnotationsTest.Place.class)
class SixAnnotationsTest {
    private static final int TOKENS = 100;
    private static final double HARDLY_ANY = 0.000_001;

    /** What the guarded methods do. */
    static class Till {
        final List<Thread> attempts = new CopyOnWriteArrayList<>();
        volatile boolean broken;

        String ring() throws IOException {
            attempts.add(Thread.currentThread());
            if (broken) {
                throw new IOException("broken");
            }
            return "sold";
        }
    }

    @ApplicationScoped
    static class OnTheMethod extends Till {
        @TimeLimiter(value = "six", offload = true)
        @Bulkhead(value = "six", maxConcurrent = 1)
        @RateLimiter(value = "six", maxTokens = TOKENS, refillRate = HARDLY_ANY)
        @CircuitBreaker(value = "six", failureThreshold = 5)
        @Retry(value = "six", maxAttempts = 2, abortOn = RateLimitExceededException.class)
        @Fallback(method = "instead")
        String sell() throws IOException {
            return ring();
        }

        String instead() {
            return "instead";
        }
    }

    @ApplicationScoped
    @TimeLimiter(value = "six", offload = true)
    @Bulkhead(value = "six", maxConcurrent = 1)
    @RateLimiter(value = "six", maxTokens = TOKENS, refillRate = HARDLY_ANY)
    @CircuitBreaker(value = "six", failureThreshold = 5)
    @Retry(value = "six", maxAttempts = 2, abortOn = RateLimitExceededException.class)
    @Fallback(method = "instead")
    static class OnTheClass extends Till {
        String sell() throws IOException {
            return ring();
        }

        String instead() {
            return "instead";
        }
    }

    @ApplicationScoped
    static class OnAStage extends Till {
        @TimeLimiter(value = "six", offload = true)
        @Bulkhead(value = "six", maxConcurrent = 1)
        @RateLimiter(value = "six", maxTokens = TOKENS, refillRate = HARDLY_ANY)
        @CircuitBreaker(value = "six", failureThreshold = 5)
        @Retry(value = "six", maxAttempts = 2, abortOn = RateLimitExceededException.class)
        @Fallback(method = "instead")
        CompletionStage<String> sell() throws IOException {
            return CompletableFuture.completedFuture(ring());
        }

        CompletionStage<String> instead() {
            return CompletableFuture.completedFuture("instead");
        }
    }

    enum Place {
        METHOD(OnTheMethod.class),
        CLASS(OnTheClass.class),
        STAGE(OnAStage.class);

        private final Class<? extends Till> bean;

        Place(Class<? extends Till> bean) {
            this.bean = bean;
        }

        CheckedCallable<String, Exception> methodIn(Application app) {
            return switch (this) {
                case METHOD -> app.get(OnTheMethod.class)::sell;
                case CLASS -> app.get(OnTheClass.class)::sell;
                case STAGE ->
                    () -> app.get(OnAStage.class).sell().toCompletableFuture().get(1, TimeUnit.MINUTES);
            };
        }
    }

    private final Application app;
    private final ResilienceRegistry registry;
    private final Till till;
    private final CheckedCallable<String, Exception> sell;
    private final List<Pattern> rejecting = new CopyOnWriteArrayList<>();
    private final List<Thread> rejectingThreads = new CopyOnWriteArrayList<>();
    private final List<FallbackExecuted> fallbacks = new CopyOnWriteArrayList<>();

    SixAnnotationsTest(Place place) {
        app = Application.start(place.bean);
        registry = app.get(ResilienceRegistry.class);
        till = Real.of(app.get(place.bean));
        sell = place.methodIn(app);
    }

    @BeforeEach
    void listen() {
        registry.events().subscribe(CallRejected.class, event -> {
            rejecting.add(event.pattern());
            rejectingThreads.add(Thread.currentThread());
        });
        registry.events().subscribe(FallbackExecuted.class, fallbacks::add);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private long tokens() {
        return registry.rateLimiter("six").availableTokens();
    }

    private Permit takeTheOnlyPermit() {
        return registry.bulkhead("six").tryAcquire().orElseThrow();
    }

    @Test
    void aCallThatSucceedsPassesThroughAllOfThem() throws Exception {
        assertThat(sell.call()).isEqualTo("sold");

        assertThat(till.attempts).hasSize(1).doesNotContain(Thread.currentThread());
        assertThat(tokens()).isEqualTo(TOKENS - 1);
        takeTheOnlyPermit().close();
        assertThat(rejecting).isEmpty();
        assertThat(fallbacks).isEmpty();
    }

    @Test
    void theFallbackStandsAroundTheRetryAndThatAroundTheCircuit() throws Exception {
        till.broken = true;

        assertThat(sell.call()).isEqualTo("instead");

        assertThat(till.attempts).hasSize(2);
        assertThat(fallbacks).hasSize(1);
        assertThat(registry.circuitBreaker("six").state().failureCount()).isEqualTo(2);
        assertThat(tokens()).isEqualTo(TOKENS - 2);
    }

    @Test
    void theCircuitStandsAroundTheRateLimiter() throws Exception {
        registry.circuitBreaker("six").forceOpen();

        assertThat(sell.call()).isEqualTo("instead");

        assertThat(rejecting).containsExactly(Pattern.CIRCUIT_BREAKER);
        assertThat(tokens()).isEqualTo(TOKENS);
    }

    @Test
    void theRateLimiterStandsAroundTheBulkhead() throws Exception {
        try (Permit permit = takeTheOnlyPermit()) {
            assertThat(sell.call()).isEqualTo("instead");
            assertThat(rejecting).containsExactly(Pattern.BULKHEAD, Pattern.BULKHEAD);
            assertThat(tokens()).isEqualTo(TOKENS - 2);

            assertThat(registry.rateLimiter("six").tryAcquire(TOKENS - 2)).isTrue();
            assertThat(sell.call()).isEqualTo("instead");
            assertThat(rejecting).containsExactly(Pattern.BULKHEAD, Pattern.BULKHEAD, Pattern.RATE_LIMITER);
        }
        assertThat(till.attempts).isEmpty();
        assertThat(registry.circuitBreaker("six").state().failureCount()).isZero();
    }

    /** The time limiter has its call run on another thread: the bulkhead turns calls away before it comes to that. */
    @Test
    void theBulkheadStandsAroundTheTimeLimiter() throws Exception {
        try (Permit permit = takeTheOnlyPermit()) {
            assertThat(sell.call()).isEqualTo("instead");
        }

        assertThat(rejectingThreads).hasSize(2).containsOnly(Thread.currentThread());
    }
}

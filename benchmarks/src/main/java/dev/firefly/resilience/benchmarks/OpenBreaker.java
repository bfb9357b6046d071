package dev.firefly.resilience.benchmarks;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.core.CheckedCallable;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A call that an open breaker turns away; the exception is thrown and caught. All threads share the breaker. */
@State(Scope.Benchmark)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenBreaker {
    private static final Duration WAIT = Duration.ofHours(1);

    private final ResilienceRegistry registry = InMemory.builder().build();
    private final dev.firefly.resilience.circuitbreaker.CircuitBreaker firefly = registry.circuitBreaker("open");
    private final CircuitBreaker peer = peer(true);
    private final CircuitBreaker peerWithoutTrace = peer(false);
    private final Integer answer = 42;
    private final CheckedCallable<Integer, RuntimeException> callable = () -> answer;
    private final Supplier<Integer> supplier = () -> answer;

    private static CircuitBreaker peer(boolean stackTrace) {
        CircuitBreaker breaker = CircuitBreaker.of(
                "open",
                CircuitBreakerConfig.custom()
                        .waitDurationInOpenState(WAIT)
                        .writableStackTraceEnabled(stackTrace)
                        .build());
        breaker.transitionToOpenState();
        return breaker;
    }

    @Setup
    public void open() {
        firefly.open(WAIT);
    }

    @TearDown
    public void close() {
        registry.close();
    }

    /** As it comes: a rejection without a stack trace. */
    @Benchmark
    public Object firefly() {
        try {
            return firefly.call(callable);
        } catch (CircuitBreakerOpenException rejection) {
            return rejection;
        }
    }

    /** As it comes: a rejection with a stack trace. */
    @Benchmark
    public Object resilience4j() {
        return rejectedBy(peer);
    }

    /** Set up to reject without a stack trace. */
    @Benchmark
    public Object resilience4jWithoutTrace() {
        return rejectedBy(peerWithoutTrace);
    }

    private Object rejectedBy(CircuitBreaker breaker) {
        try {
            return breaker.executeSupplier(supplier);
        } catch (CallNotPermittedException rejection) {
            return rejection;
        }
    }
}

package dev.firefly.resilience.benchmarks;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.core.CheckedCallable;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
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

/** A successful call through a closed breaker over the last hundred outcomes, which all threads share. */
@State(Scope.Benchmark)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClosedBreaker {
    private static final int WINDOW = 100;

    private final ResilienceRegistry registry = InMemory.builder()
            .circuitBreaker(
                    "closed",
                    CircuitBreakerConfig.builder()
                            .windowSize(WINDOW)
                            .failureRateThreshold(0.5)
                            .build())
            .build();
    private final dev.firefly.resilience.circuitbreaker.CircuitBreaker firefly = registry.circuitBreaker("closed");
    private final CircuitBreaker peer = CircuitBreaker.of("closed", peerConfig());
    private final Integer answer = 42;
    private final CheckedCallable<Integer, RuntimeException> callable = () -> answer;
    private final Supplier<Integer> supplier = () -> answer;

    private static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig peerConfig() {
        return io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.custom()
                .slidingWindow(
                        WINDOW,
                        WINDOW,
                        io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(50)
                .build();
    }

    /** Begins in the steady state: a window full of successes. */
    @Setup
    public void fillWindows() {
        for (int i = 0; i < 2 * WINDOW; i++) {
            firefly.call(callable);
            peer.executeSupplier(supplier);
        }
    }

    @TearDown
    public void close() {
        registry.close();
    }

    @Benchmark
    public Integer firefly() {
        return firefly.call(callable);
    }

    @Benchmark
    public Integer resilience4j() {
        return peer.executeSupplier(supplier);
    }
}

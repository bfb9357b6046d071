package dev.firefly.resilience.benchmarks;

import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.CheckedCallable;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A successful synchronous call under a pattern, or several, as each library does it. All threads share the guards. */
@State(Scope.Benchmark)
@Fork(
        value = 2,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class PatternCall {
    final ResilienceRegistry registry = InMemory.builder().build();

    private final Integer answer = 42;
    private final CheckedCallable<Integer, RuntimeException> callable = () -> answer;
    private final CheckedSupplier<Integer> checked = () -> answer;
    private final Supplier<Integer> supplier = () -> answer;

    private final Ours firefly = firefly();
    private final Supplier<Integer> resilience4j = resilience4j(supplier);
    private final FailsafeExecutor<Integer> failsafe = failsafe();
    private final TypedGuard<Integer> smallrye = smallrye();

    /** What of ours stands around the call. */
    @FunctionalInterface
    interface Ours {
        Integer call(CheckedCallable<Integer, RuntimeException> body);
    }

    abstract Ours firefly();

    abstract Supplier<Integer> resilience4j(Supplier<Integer> body);

    abstract FailsafeExecutor<Integer> failsafe();

    abstract TypedGuard<Integer> smallrye();

    @TearDown
    public void close() {
        registry.close();
        Peers.close();
    }

    @Benchmark
    public Integer fireflyCall() {
        return firefly.call(callable);
    }

    @Benchmark
    public Integer resilience4jCall() {
        return resilience4j.get();
    }

    @Benchmark
    public Integer failsafeCall() {
        return failsafe.get(checked);
    }

    @Benchmark
    public Integer smallryeCall() {
        return smallrye.get(supplier);
    }
}

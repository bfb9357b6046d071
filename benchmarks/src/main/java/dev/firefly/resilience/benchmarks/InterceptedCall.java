package dev.firefly.resilience.benchmarks;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.cdi.ResilienceExtension;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.CheckedCallable;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
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

/** A successful call of a bean in Weld SE: what the annotation costs beside an interceptor that does nothing. */
@State(Scope.Benchmark)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 4, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InterceptedCall {
    private WeldContainer container;
    private Bean bean;
    private dev.firefly.resilience.circuitbreaker.CircuitBreaker breaker;
    private CheckedCallable<Integer, RuntimeException> interceptedByNothing;
    private CheckedCallable<Integer, RuntimeException> plain;

    /** Binds the interceptor that does nothing. */
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    public @interface Empty {}

    /** Does nothing. */
    @Empty
    @Interceptor
    @Priority(Interceptor.Priority.PLATFORM_BEFORE + 150)
    public static class EmptyInterceptor {
        @AroundInvoke
        Object proceed(InvocationContext context) throws Exception {
            return context.proceed();
        }
    }

    /** The bean that is called. */
    @ApplicationScoped
    public static class Bean {
        private final Integer answer = 42;

        @Empty
        public Integer empty() {
            return answer;
        }

        @CircuitBreaker("benchmark")
        public Integer guarded() {
            return answer;
        }
    }

    /** Begins in the steady state: a window full of successes. */
    @Setup
    public void start() {
        System.setProperty(Settings.PREFIX + "store.type", "memory");
        container = new Weld()
                .disableDiscovery()
                .addExtension(new ResilienceExtension())
                .addBeanClasses(Bean.class, EmptyInterceptor.class)
                .initialize();
        bean = container.select(Bean.class).get();
        breaker = container.select(ResilienceRegistry.class).get().circuitBreaker("benchmark");
        interceptedByNothing = bean::empty;
        Integer answer = bean.empty();
        plain = () -> answer;
        for (int i = 0; i < 2 * breaker.config().windowSize(); i++) {
            bean.guarded();
        }
    }

    @TearDown
    public void stop() {
        container.close();
    }

    @Benchmark
    public Integer annotation() {
        return bean.guarded();
    }

    /** What the annotation comes to if it were free: the pattern itself, and an interceptor. */
    @Benchmark
    public Integer patternAndEmptyInterceptor() {
        return breaker.call(interceptedByNothing);
    }

    @Benchmark
    public Integer emptyInterceptor() {
        return bean.empty();
    }

    @Benchmark
    public Integer patternAlone() {
        return breaker.call(plain);
    }
}

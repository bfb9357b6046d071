package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.state.Live;
import dev.firefly.resilience.ratelimiter.RateLimiter;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate limiter of one name. Settings are read once per call. A call reserves its tokens, which may put the bucket in
 * debt, and waits until the last of them is there; nobody else has to know of it, so there is no queue. In memory a
 * synchronous call that need not wait allocates nothing.
 */
public final class StoredRateLimiter implements RateLimiter, NestingGuard {
    private static final long UNKNOWN = Long.MAX_VALUE;

    /** Reachable for as long as this is, so that what is kept under the name stays what it is. */
    @SuppressWarnings("unused") // that is all it is for
    private final Object hold;

    private final String name;
    private final Environment environment;
    private final Clock clock;
    private final Live<RateLimiterConfig, Terms> terms;
    private final TokenSource source;
    private final Refusals refusals;
    private final Guard inner;

    /**
     * Builds the limiter; touches no store.
     *
     * @param settings the settings in force; asked at the start of each call, on the caller's thread
     */
    public StoredRateLimiter(String name, Supplier<RateLimiterConfig> settings, Environment environment) {
        this.name = name;
        this.environment = environment;
        this.clock = environment.clock();
        this.hold = environment.cells().hold(Pattern.RATE_LIMITER, name);
        this.source = source(name, environment, settings.get());
        this.terms = new Live<>(settings, source::parts, Terms::of);
        this.refusals = new Refusals(name, environment);
        this.inner = Body.ALONE;
    }

    private StoredRateLimiter(StoredRateLimiter same, Guard inner) {
        this.name = same.name;
        this.environment = same.environment;
        this.clock = same.clock;
        this.hold = same.hold;
        this.source = same.source;
        this.terms = same.terms;
        this.refusals = same.refusals;
        this.inner = inner;
    }

    @Override
    public Guard around(Guard other) {
        return new StoredRateLimiter(this, other);
    }

    private static TokenSource source(String name, Environment environment, RateLimiterConfig config) {
        Meter meter = Meter.of(config);
        return environment.cells().isShared()
                ? new SharedBucket(name, environment, meter)
                : environment
                        .cells()
                        .companion(
                                Pattern.RATE_LIMITER,
                                name,
                                MemoryBucket.class,
                                () -> new MemoryBucket(environment.clock(), meter.scale()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RateLimiterConfig config() {
        return terms.settings();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        acquire(terms.get(), 1);
        return inner.<T, E>call(body);
    }

    @Override
    public void acquire(int tokens) {
        Terms now = terms.get();
        now.check(tokens);
        acquire(now, tokens);
    }

    private void acquire(Terms now, int tokens) {
        if (now.enabled()) {
            long answer = source.reserve(now, tokens, now.boundNanos());
            if (answer != 0) {
                waitFor(now, tokens, answer);
            }
        }
    }

    private void waitFor(Terms now, int tokens, long answer) {
        if (answer < 0) {
            throw refusals.refused(~answer);
        }
        if (answer >= Deadline.current().remainingNanos()) { // the store took its time to answer
            source.refund(now, tokens);
            throw refusals.refused(answer);
        }
        long dueNanos = clock.nanos() + answer;
        try {
            clock.sleep(answer);
        } catch (InterruptedException interruption) {
            source.refund(now, tokens);
            Thread.currentThread().interrupt();
            throw refusals.interrupted(Math.max(0, dueNanos - clock.nanos()), interruption);
        }
    }

    @Override
    public boolean tryAcquire(int tokens) {
        Terms now = terms.get();
        now.check(tokens);
        if (!now.enabled()) {
            return true;
        }
        long answer = source.reserve(now, tokens, 0);
        if (answer < 0) {
            refusals.announce(~answer);
        }
        return answer == 0;
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        CheckedCallable<? extends CompletionStage<T>, ? extends Exception> nested = Body.stageUnder(inner, body);
        Terms now = terms.get();
        if (!now.enabled()) {
            return Stages.start(nested);
        }
        CompletableFuture<Long> asked =
                source.reserveAsync(now, 1, now.boundNanos()).toCompletableFuture();
        long answer = Stages.isSuccess(asked) ? asked.join() : UNKNOWN;
        if (answer == 0) {
            return Stages.start(nested);
        }
        if (answer < 0) {
            return CompletableFuture.failedFuture(refusals.refused(~answer));
        }
        return new WaitingCall(now, source, refusals, environment).follow(asked, nested);
    }

    @Override
    public long availableTokens() {
        return source.available(terms.get());
    }
}

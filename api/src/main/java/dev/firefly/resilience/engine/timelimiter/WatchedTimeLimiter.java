package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.ContextExecutor;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.call.TimelyGuard;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.timelimiter.TimeLimiter;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time limiter of one name. Settings are read once per call, so that a call runs under one set of them to its end. A
 * call that ends in time reads the clock once and leaves nothing behind, neither a timer nor an entry in a queue.
 */
public final class WatchedTimeLimiter implements TimeLimiter, NestingGuard, TimelyGuard {
    private final String name;
    private final Supplier<TimeLimiterConfig> settings;
    private final Environment environment;
    private final DeadlineWatch watch;
    private final Overruns overruns;
    private final Guard inner;

    /**
     * @param settings the settings in force; asked at the start of each call, on the caller's thread
     * @param watch on the clock of the environment; limits that nest should share one
     */
    public WatchedTimeLimiter(
            String name, Supplier<TimeLimiterConfig> settings, Environment environment, DeadlineWatch watch) {
        this.name = name;
        this.settings = settings;
        this.environment = environment;
        this.watch = watch;
        this.overruns = new Overruns(name, environment);
        this.inner = Body.ALONE;
    }

    private WatchedTimeLimiter(WatchedTimeLimiter same, Guard inner) {
        this.name = same.name;
        this.settings = same.settings;
        this.environment = same.environment;
        this.watch = same.watch;
        this.overruns = same.overruns;
        this.inner = inner;
    }

    @Override
    public Guard around(Guard other) {
        return new WatchedTimeLimiter(this, other);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TimeLimiterConfig config() {
        return settings.get();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        TimeLimiterConfig config = settings.get();
        return config.enabled() ? this.<T, E>limited(config, watch.clock().nanos(), body) : inner.<T, E>call(body);
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T callAt(
            Clock clock, long nanos, CheckedCallable<? extends T, E> body) throws E {
        TimeLimiterConfig config = settings.get();
        return clock == watch.clock() && config.enabled()
                ? this.<T, E>limited(config, nanos, body)
                : this.<T, E>call(body);
    }

    private <T extends @Nullable Object, E extends Exception> T limited(
            TimeLimiterConfig config, long nanos, CheckedCallable<? extends T, E> body) throws E {
        Limit limit = Limit.start(config, watch, nanos);
        CheckedCallable<? extends T, E> nested = Body.<T, E>under(inner, body);
        if (config.offload()) {
            return this.<T, E>outcome(limit, new OffloadedCall<T>(limit, nested, overruns).call(executor()));
        }
        return this.<T, E>outcome(limit, limit.run(nested));
    }

    private <T extends @Nullable Object, E extends Exception> T outcome(Limit limit, Ended<T> ended) throws E {
        return ended.late() ? this.<T, E>late(limit, ended) : ended.<E>outcome();
    }

    private <T extends @Nullable Object, E extends Exception> T late(Limit limit, Ended<T> ended) throws E {
        overruns.announce(limit.span());
        if (ended.failure() == null && limit.acceptsLateResults()) {
            return ended.<E>outcome();
        }
        throw Failures.<E>rethrow(overruns.failure(limit.span(), ended.failure()));
    }

    /** In the context of the caller. */
    private Executor executor() {
        return ContextExecutor.capture(environment.executor());
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        CheckedCallable<? extends CompletionStage<T>, ? extends Exception> nested = Body.stageUnder(inner, body);
        TimeLimiterConfig config = settings.get();
        if (!config.enabled()) {
            return Stages.start(nested);
        }
        try {
            Limit limit = Limit.start(config, watch, watch.clock().nanos());
            return config.offload() ? beginElsewhere(limit, nested) : beginHere(limit, nested);
        } catch (RuntimeException | Error broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    private <T extends @Nullable Object> CompletionStage<T> beginHere(
            Limit limit, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Ended<CompletionStage<T>> begun = limit.run(body);
        CompletionStage<T> stage = begun.value();
        if (!begun.late()) {
            stage = Stages.start(begun::outcome);
            return Stages.isSuccess(stage) ? stage : timed(limit, stage).follow();
        }
        if (stage != null) {
            return timed(limit, stage).expire();
        }
        overruns.announce(limit.span());
        return CompletableFuture.failedFuture(overruns.failure(limit.span(), begun.failure()));
    }

    private <T extends @Nullable Object> TimedStage<T> timed(Limit limit, CompletionStage<T> stage) {
        return new TimedStage<>(limit, overruns, executor(), stage, stage);
    }

    private <T extends @Nullable Object> CompletionStage<T> beginElsewhere(
            Limit limit, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        Executor executor = executor();
        OffloadedStage<T> begun = new OffloadedStage<>(limit, body, overruns);
        CompletableFuture<T> result = new TimedStage<>(limit, overruns, executor, begun.stage, begun.end).follow();
        begun.submit(executor);
        return result;
    }
}

package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.async.Stages;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.retry.RetryDecision.Again;
import dev.firefly.resilience.engine.retry.RetryDecision.GiveUp;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.Retry;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The retry of one name. Settings are read once per call, so that a call runs under one set of them to its end. A first
 * attempt that succeeds allocates nothing, and looks at the clock only when somebody may ask for the elapsed time.
 */
public final class RetryLoop implements Retry, NestingGuard {
    private final String name;
    private final Supplier<RetryConfig> settings;
    private final Environment environment;
    private final Guard inner;

    /** @param settings the settings in force; asked at the start of each call, on the caller's thread */
    public RetryLoop(String name, Supplier<RetryConfig> settings, Environment environment) {
        this(name, settings, environment, Body.ALONE);
    }

    private RetryLoop(String name, Supplier<RetryConfig> settings, Environment environment, Guard inner) {
        this.name = name;
        this.settings = settings;
        this.environment = environment;
        this.inner = inner;
    }

    @Override
    public Guard around(Guard other) {
        return new RetryLoop(name, settings, environment, other);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public RetryConfig config() {
        return settings.get();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        RetryConfig config = settings.get();
        if (!config.enabled()) {
            return inner.<T, E>call(body);
        }
        long startNanos = RetryRun.start(config, environment.clock());
        @Nullable RetryRun run = null;
        while (true) {
            T result;
            try {
                result = inner.<T, E>call(body);
            } catch (Throwable thrown) {
                run = run != null ? run : newRun(config, startNanos);
                if (waitForNext(run, new Outcome.Failed(Classifier.unwrap(thrown)), thrown)) {
                    continue;
                }
                throw Failures.<E>rethrow(thrown);
            }
            if (RetryRun.accepts(config, result)) {
                return result;
            }
            run = run != null ? run : newRun(config, startNanos);
            if (!waitForNext(run, new Outcome.Returned(result), null)) {
                return result;
            }
        }
    }

    private RetryRun newRun(RetryConfig config, long startNanos) {
        return new RetryRun(name, config, environment, Deadline.current(), startNanos);
    }

    /**
     * Waits for the next attempt.
     *
     * @param thrown the failure as it was thrown; null when there is a result
     * @return whether there is one; if not, the outcome stands
     */
    private boolean waitForNext(RetryRun run, Outcome outcome, @Nullable Throwable thrown) {
        RetryDecision decision = run.decide(outcome);
        if (decision instanceof Again again) {
            try {
                pause(run, outcome, again.waitNanos());
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                if (thrown == null) {
                    throw run.interrupted(interruption);
                }
                Failures.suppress(thrown, interruption);
                return false;
            }
            decision = run.startNext();
        }
        if (decision instanceof GiveUp why) {
            RetryExhaustedException exhausted = run.end(why, outcome);
            if (exhausted != null) {
                throw exhausted;
            }
            return false;
        }
        return true;
    }

    private void pause(RetryRun run, Outcome outcome, long waitNanos) throws InterruptedException {
        // Before anything is announced, and for a wait of zero too, which would not notice.
        if (Thread.interrupted()) {
            throw new InterruptedException("The thread was interrupted before the wait for the next attempt");
        }
        run.announceRetry(outcome, waitNanos);
        environment.clock().sleep(waitNanos);
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        CheckedCallable<? extends CompletionStage<T>, ? extends Exception> nested = Body.stageUnder(inner, body);
        RetryConfig config = settings.get();
        if (!config.enabled()) {
            return Stages.start(nested);
        }
        long startNanos = RetryRun.start(config, environment.clock());
        CompletionStage<T> first = Stages.start(nested);
        if (config.retryOnResult().isEmpty() && Stages.isSuccess(first)) {
            return first;
        }
        return new AsyncRetry<T>(newRun(config, startNanos), nested, environment).follow(first);
    }
}

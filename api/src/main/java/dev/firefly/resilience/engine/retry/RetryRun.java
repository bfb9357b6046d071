package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.retry.RetryDecision.GiveUp;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import dev.firefly.resilience.retry.Outcome;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.retry.RetryExhaustedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call under a retry, from its first attempt that did not end well: counts, decides and announces. What the blocking
 * and the asynchronous loop have in common, which is all but how they wait.
 *
 * <p>Not thread-safe: used by one thread after the other, as the call goes on.
 */
final class RetryRun {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.retry");

    private final String name;
    private final RetryConfig config;
    private final Environment environment;
    private final Deadline deadline;
    private final long startNanos;
    private int attempt = 1;

    /** @param startNanos what {@link #start} answered before the first attempt */
    RetryRun(String name, RetryConfig config, Environment environment, Deadline deadline, long startNanos) {
        this.name = name;
        this.config = config;
        this.environment = environment;
        this.deadline = deadline;
        this.startNanos = startNanos;
    }

    /** The time at which a call starts, or 0 when nobody will ask, which saves the look at the clock. */
    static long start(RetryConfig config, Clock clock) {
        return isTimed(config) ? clock.nanos() : 0;
    }

    private static boolean isTimed(RetryConfig config) {
        return config.maxDuration().isPresent()
                || config.customBackoff().isPresent()
                || config.onRetry().isPresent();
    }

    /** Whether a result is good enough to end the call. */
    static boolean accepts(RetryConfig config, @Nullable Object result) {
        return config.retryOnResult().isEmpty() || !config.retryOnResult().get().test(result);
    }

    RetryConfig config() {
        return config;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Decides what follows the current attempt. What the user's functions throw passes through. */
    RetryDecision decide(Outcome outcome) {
        try {
            return RetryPolicy.decide(config, context(), outcome, environment.random());
        } catch (Throwable broken) {
            outcome.failure().ifPresent(failure -> Failures.suppress(broken, failure));
            throw broken;
        }
    }

    /** Tells everybody that another attempt will follow after a wait. */
    void announceRetry(Outcome outcome, long waitNanos) {
        Duration wait = Duration.ofNanos(waitNanos);
        environment
                .events()
                .publish(
                        RetryAttempted.class,
                        () -> new RetryAttempted(
                                Pattern.RETRY, name, time(), environment.node(), attempt, wait, outcome.failure()));
        try {
            config.onRetry().ifPresent(listener -> listener.onRetry(context(), outcome, wait));
        } catch (Throwable e) {
            LOG.log(Level.WARNING, "The listener of retry [" + name + "] threw; nothing changes", e);
        }
    }

    /** Begins the next attempt, unless it became too late for one: a wait may last longer than it was meant to. */
    RetryDecision startNext() {
        RetryDecision decision = RetryPolicy.inTime(config, context(), 0);
        if (decision instanceof RetryDecision.Again) {
            attempt++;
        }
        return decision;
    }

    /**
     * Announces the end of a call that did not end well.
     *
     * @return what to throw in place of the outcome; null to let the outcome stand
     */
    @Nullable
    RetryExhaustedException end(GiveUp why, Outcome outcome) {
        if (!why.isExhaustion()) {
            return null;
        }
        Optional<Throwable> failure = outcome.failure();
        environment
                .events()
                .publish(
                        RetryExhausted.class,
                        () -> new RetryExhausted(Pattern.RETRY, name, time(), environment.node(), attempt, failure));
        return config.wrapExhausted()
                ? new RetryExhaustedException(name, attempt, why.reason(), failure.orElse(null))
                : null;
    }

    /** What to throw when the thread was interrupted and there is no failure of the call that could be thrown. */
    RetryExhaustedException interrupted(InterruptedException interruption) {
        return new RetryExhaustedException(
                name, attempt, "the thread was interrupted, and the last result was not accepted", interruption);
    }

    private CallContext context() {
        Duration elapsed =
                isTimed(config) ? Duration.ofNanos(environment.clock().nanos() - startNanos) : Duration.ZERO;
        return new CallContext(Pattern.RETRY, name, attempt, elapsed, deadline.ifSet());
    }

    private Instant time() {
        return Instant.ofEpochSecond(0, environment.clock().nanos());
    }
}

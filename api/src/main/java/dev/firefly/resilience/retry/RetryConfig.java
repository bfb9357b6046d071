package dev.firefly.resilience.retry;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.core.Classifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The validated settings of a retry; immutable. Each component bears the name of its configuration key; the last four
 * can be given in code only.
 *
 * @param enabled false: calls of this node pass straight through; default true
 * @param maxAttempts all attempts, the first included, at least 1, default 3
 * @param waitDuration the base of the wait between attempts; default 0
 * @param backoff how the base grows with the attempt; default exponential
 * @param backoffMultiplier exponential: the wait after attempt n is base * multiplier^(n-1); above 0 and finite, default
 *     1.0
 * @param maxWait the cap of the computed wait, before jitter; none by default
 * @param jitter an extra wait drawn from [0, this), added after the cap; default 0
 * @param fullJitter true: the capped wait is drawn from [0, computed); default false
 * @param maxDuration no attempt starts later than this after the call began; none by default
 * @param retryOn only these failures and subclasses are retried; default {@code java.lang.Exception}. An {@code Error}, a
 *     {@code CancellationException} and an open circuit are retried only when a class here belongs to their own family:
 *     {@code Error}, {@code CancellationException}, {@code ResilienceException} or a subclass of one. An
 *     {@code InterruptedException} never is
 * @param abortOn these are not retried; wins over retryOn; none by default
 * @param wrapExhausted what is thrown when attempts or time ran out: false, the last failure, unchanged; true, a
 *     {@link RetryExhaustedException}; default false
 * @param retryOnResult results that are not accepted; none by default. Asked once for each result; what it throws ends
 *     the call
 * @param customBackoff computes the wait in place of waitDuration, backoff and backoffMultiplier; none by default
 * @param retryAfter finds a retry-after in a failure, which becomes the floor of the wait together with what a
 *     {@code ResilienceException} says itself; negative means zero; none by default. What it throws ends the call, with
 *     the failure suppressed in it
 * @param onRetry hears of each attempt that will be made again; none by default
 */
public record RetryConfig(
        boolean enabled,
        int maxAttempts,
        Duration waitDuration,
        BackoffKind backoff,
        double backoffMultiplier,
        Optional<Duration> maxWait,
        Duration jitter,
        boolean fullJitter,
        Optional<Duration> maxDuration,
        Set<Class<? extends Throwable>> retryOn,
        Set<Class<? extends Throwable>> abortOn,
        boolean wrapExhausted,
        Optional<Predicate<@Nullable Object>> retryOnResult,
        Optional<Backoff> customBackoff,
        Optional<Function<Throwable, Optional<Duration>>> retryAfter,
        Optional<RetryListener> onRetry) {

    private static final RetryConfig DEFAULTS = builder().build();

    /**
     * Validates the settings.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range
     */
    public RetryConfig {
        retryOn = Set.copyOf(retryOn);
        abortOn = Set.copyOf(abortOn);
        Problems problems = new Problems()
                .require(maxAttempts >= 1, "max-attempts", "must be >= 1", maxAttempts)
                .require(
                        backoffMultiplier > 0 && Double.isFinite(backoffMultiplier),
                        "backoff-multiplier",
                        "must be above 0 and finite",
                        backoffMultiplier);
        duration(problems, "wait-duration", waitDuration);
        duration(problems, "jitter", jitter);
        maxWait.ifPresent(wait -> duration(problems, "max-wait", wait));
        maxDuration.ifPresent(span -> duration(problems, "max-duration", span));
        problems.throwIfAny();
    }

    private static void duration(Problems problems, String key, Duration value) {
        problems.require(Durations.isValid(value), key, "must be a duration from 0 to 292 years", value);
    }

    /** The defaults. */
    public static RetryConfig defaults() {
        return DEFAULTS;
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from this configuration. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.enabled = enabled;
        builder.maxAttempts = maxAttempts;
        builder.waitDuration = waitDuration;
        builder.backoff = backoff;
        builder.backoffMultiplier = backoffMultiplier;
        builder.maxWait = maxWait;
        builder.jitter = jitter;
        builder.fullJitter = fullJitter;
        builder.maxDuration = maxDuration;
        builder.retryOn = retryOn;
        builder.abortOn = abortOn;
        builder.wrapExhausted = wrapExhausted;
        builder.retryOnResult = retryOnResult;
        builder.customBackoff = customBackoff;
        builder.retryAfter = retryAfter;
        builder.onRetry = onRetry;
        return builder;
    }

    /** Which failures are retried, apart from those that have to be named. */
    public Classifier classifier() {
        return new Classifier(retryOn, abortOn);
    }

    /** Collects settings; every setter returns this builder. Not thread-safe. */
    public static final class Builder {
        private boolean enabled = true;
        private int maxAttempts = 3;
        private Duration waitDuration = Duration.ZERO;
        private BackoffKind backoff = BackoffKind.EXPONENTIAL;
        private double backoffMultiplier = 1.0;
        private Optional<Duration> maxWait = Optional.empty();
        private Duration jitter = Duration.ZERO;
        private boolean fullJitter;
        private Optional<Duration> maxDuration = Optional.empty();
        private Set<Class<? extends Throwable>> retryOn = Set.of(Exception.class);
        private Set<Class<? extends Throwable>> abortOn = Set.of();
        private boolean wrapExhausted;
        private Optional<Predicate<@Nullable Object>> retryOnResult = Optional.empty();
        private Optional<Backoff> customBackoff = Optional.empty();
        private Optional<Function<Throwable, Optional<Duration>>> retryAfter = Optional.empty();
        private Optional<RetryListener> onRetry = Optional.empty();

        private Builder() {}

        public Builder enabled(boolean value) {
            enabled = value;
            return this;
        }

        public Builder maxAttempts(int value) {
            maxAttempts = value;
            return this;
        }

        public Builder waitDuration(Duration value) {
            waitDuration = Objects.requireNonNull(value);
            return this;
        }

        /** Sets the kind of growth, and takes back a {@linkplain #backoff(Backoff) computation} given before. */
        public Builder backoff(BackoffKind value) {
            backoff = Objects.requireNonNull(value);
            customBackoff = Optional.empty();
            return this;
        }

        /** Sets a computation that replaces the wait duration, the kind of growth and the multiplier. */
        public Builder backoff(Backoff value) {
            customBackoff = Optional.of(value);
            return this;
        }

        public Builder backoffMultiplier(double value) {
            backoffMultiplier = value;
            return this;
        }

        public Builder maxWait(Duration value) {
            maxWait = Optional.of(value);
            return this;
        }

        public Builder jitter(Duration value) {
            jitter = Objects.requireNonNull(value);
            return this;
        }

        public Builder fullJitter(boolean value) {
            fullJitter = value;
            return this;
        }

        public Builder maxDuration(Duration value) {
            maxDuration = Optional.of(value);
            return this;
        }

        @SafeVarargs
        @SuppressWarnings("varargs") // the array is only read
        public final Builder retryOn(Class<? extends Throwable>... types) {
            return retryOn(Set.copyOf(Arrays.asList(types)));
        }

        public Builder retryOn(Set<Class<? extends Throwable>> types) {
            retryOn = types;
            return this;
        }

        @SafeVarargs
        @SuppressWarnings("varargs") // the array is only read
        public final Builder abortOn(Class<? extends Throwable>... types) {
            return abortOn(Set.copyOf(Arrays.asList(types)));
        }

        public Builder abortOn(Set<Class<? extends Throwable>> types) {
            abortOn = types;
            return this;
        }

        public Builder wrapExhausted(boolean value) {
            wrapExhausted = value;
            return this;
        }

        /** Sets which results are not accepted; the predicate also meets null, where the call returns it. */
        public Builder retryOnResult(Predicate<@Nullable Object> value) {
            retryOnResult = Optional.of(value);
            return this;
        }

        public Builder retryAfter(Function<Throwable, Optional<Duration>> value) {
            retryAfter = Optional.of(value);
            return this;
        }

        public Builder onRetry(RetryListener value) {
            onRetry = Optional.of(value);
            return this;
        }

        /**
         * Validates what was collected.
         *
         * @throws dev.firefly.resilience.config.ConfigurationException listing everything that is out of range
         */
        public RetryConfig build() {
            return new RetryConfig(
                    enabled,
                    maxAttempts,
                    waitDuration,
                    backoff,
                    backoffMultiplier,
                    maxWait,
                    jitter,
                    fullJitter,
                    maxDuration,
                    retryOn,
                    abortOn,
                    wrapExhausted,
                    retryOnResult,
                    customBackoff,
                    retryAfter,
                    onRetry);
        }
    }
}

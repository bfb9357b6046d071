package dev.firefly.resilience.fallback;

import dev.firefly.resilience.core.CallContext;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.CheckedRunnable;
import dev.firefly.resilience.core.Classifier;
import dev.firefly.resilience.core.Deadline;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.internal.BodyStages;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts a replacement in the place of a call that failed. Built where it is used, and usable at once; a registry adds a
 * name, events, its clock and its executor with {@link #boundTo}.
 *
 * <pre>{@code
 * Fallback<Price> fallback = Fallback.supply(cache::lastPrice).on(IOException.class);
 * Price price = fallback.call(() -> client.price(id));
 * }</pre>
 *
 * <p>Failures it is not meant for pass unchanged. What the replacement itself throws is thrown as it is, even if it is a
 * checked exception that {@code call} does not declare, with the failure of the call suppressed in it. Null is a value.
 *
 * <p>Immutable and thread-safe, as far as what it was given is.
 *
 * @param <T> the result of the calls it stands in for
 */
public final class Fallback<T extends @Nullable Object> {
    private static final Classifier ANY_EXCEPTION = new Classifier(Set.of(Exception.class), Set.of());

    private final Replacement<T> replacement;
    private final Classifier classifier;
    private final FallbackHost host;

    private Fallback(Replacement<T> replacement, Classifier classifier, FallbackHost host) {
        this.replacement = replacement;
        this.classifier = classifier;
        this.host = host;
    }

    /** A fixed replacement, null included. */
    public static <T extends @Nullable Object> Fallback<T> value(T value) {
        return new Fallback<>(new Replacement.Value<>(value), ANY_EXCEPTION, FallbackHost.none());
    }

    /** A replacement that is computed when it is needed. */
    public static <T extends @Nullable Object> Fallback<T> supply(Supplier<? extends T> supplier) {
        return handle((failure, context) -> supplier.get());
    }

    /** A replacement that is made out of the failure. */
    public static <T extends @Nullable Object> Fallback<T> handle(FallbackFunction<? extends T> function) {
        return new Fallback<>(new Replacement.Computed<>(function), ANY_EXCEPTION, FallbackHost.none());
    }

    /**
     * A replacement that is made out of the failure and comes as a stage. It serves {@link #callAsync} only: {@code call}
     * throws {@link IllegalStateException} before it runs its body.
     */
    public static <T extends @Nullable Object> Fallback<T> handleAsync(
            FallbackFunction<? extends CompletionStage<T>> function) {
        return new Fallback<>(new Replacement.Staged<>(function), ANY_EXCEPTION, FallbackHost.none());
    }

    /**
     * The same for these failures and their subclasses only; the default is {@code java.lang.Exception}. An
     * {@code Error} is replaced only where this names {@code Error}, a subclass, or {@code Throwable}.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Fallback<T> on(Class<? extends Throwable>... types) {
        return on(Set.copyOf(Arrays.asList(types)));
    }

    /** As {@link #on(Class[])}. */
    public Fallback<T> on(Set<Class<? extends Throwable>> types) {
        return new Fallback<>(replacement, new Classifier(types, classifier.excluded()), host);
    }

    /** The same, but never for these failures and their subclasses: wins over {@link #on}; none by default. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final Fallback<T> skipOn(Class<? extends Throwable>... types) {
        return skipOn(Set.copyOf(Arrays.asList(types)));
    }

    /** As {@link #skipOn(Class[])}. */
    public Fallback<T> skipOn(Set<Class<? extends Throwable>> types) {
        return new Fallback<>(replacement, new Classifier(classifier.included(), types), host);
    }

    /**
     * The same under a name of a registry: it announces {@link dev.firefly.resilience.event.FallbackExecuted}, measures
     * time, and replaces asynchronous calls on the registry's executor. Users get it from their registry.
     */
    public Fallback<T> boundTo(FallbackHost registry) {
        return new Fallback<>(replacement, classifier, registry);
    }

    /**
     * Runs the body on the calling thread, and on failure the replacement. Where an {@link InterruptedException} is
     * replaced, the thread's interrupt flag is set again.
     *
     * @return what the body or else the replacement returns
     * @throws E what the body throws, as it is, where this fallback is not meant for it
     * @throws IllegalStateException when the replacement {@linkplain #handleAsync comes as a stage}
     */
    public <E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        requireSynchronous();
        long startNanos = start();
        try {
            return body.call();
        } catch (Throwable thrown) {
            return this.<E>replace(thrown, startNanos);
        }
    }

    /** As {@link #call(CheckedCallable)}, for a body without a result; the replacement's is dropped. */
    public <E extends Exception> void call(CheckedRunnable<E> body) throws E {
        requireSynchronous();
        long startNanos = start();
        try {
            body.run();
        } catch (Throwable thrown) {
            this.<E>replace(thrown, startNanos);
        }
    }

    /**
     * Starts asynchronous work, and on failure of its stage the replacement. A body that throws or returns null counts
     * as a failed stage. A replacement that is more than a value runs on the registry's executor, in the context of
     * the caller where that executor can carry it over; without a registry it runs where the stage failed. If the
     * executor refuses it, the call ends with its own failure, and the refusal suppressed in it.
     *
     * @return a stage with the outcome of the call; this method itself throws nothing. Cancelling it cancels the
     *     stage of the body or replacement where that can be done, and then nothing is replaced
     */
    public CompletionStage<T> callAsync(CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        long startNanos = start();
        CompletionStage<T> stage = BodyStages.start(body);
        return BodyStages.isSuccess(stage)
                ? stage
                : new AsyncFallback<>(this, Deadline.current(), startNanos).follow(stage);
    }

    private void requireSynchronous() {
        if (replacement instanceof Replacement.Staged) {
            throw new IllegalStateException("An asynchronous fallback cannot serve a synchronous call; use callAsync");
        }
    }

    private <E extends Exception> T replace(Throwable thrown, long startNanos) throws E {
        Throwable failure = Classifier.unwrap(thrown);
        if (!classifier.matches(failure)) {
            throw Failures.<E>rethrow(thrown);
        }
        T made;
        try {
            made = replacement.make(failure, context(Deadline.current(), startNanos));
        } catch (Throwable broken) {
            throw Failures.<E>rethrow(Failures.suppress(broken, thrown));
        } finally {
            if (failure instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
        host.executed(failure, Runnable::run);
        return made;
    }

    /** The time at which a call starts; a value has no use for it. */
    private long start() {
        return replacement instanceof Replacement.Value ? 0 : host.nanos();
    }

    CallContext context(Deadline deadline, long startNanos) {
        Duration elapsed = Duration.ofNanos(start() - startNanos);
        return new CallContext(Pattern.FALLBACK, host.name(), 1, elapsed, deadline.ifSet());
    }

    Replacement<T> replacement() {
        return replacement;
    }

    Classifier classifier() {
        return classifier;
    }

    FallbackHost host() {
        return host;
    }
}

package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerOpenException;
import dev.firefly.resilience.circuitbreaker.Explanation;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.call.Body;
import dev.firefly.resilience.engine.call.NestingGuard;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Admitted;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.state.Live;
import dev.firefly.resilience.engine.state.Patience;
import dev.firefly.resilience.engine.state.Transition;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker around a call.
 *
 * <p>The way of a healthy call: one look at the circuit, the body, one more look; while the window is full of successes
 * nothing is written, no clock is read and nothing is allocated. Everything else goes through {@link CircuitGate}.
 */
public final class StoredCircuitBreaker implements CircuitBreaker, NestingGuard {
    private final CircuitGate gate;
    private final AsyncCircuit async;
    private final Live<CircuitBreakerConfig, Rules> settings;
    private final Guard inner;

    /**
     * Builds the breaker; touches no store.
     *
     * @param settings the settings in force; asked at the start of each call
     */
    public StoredCircuitBreaker(CircuitGate gate, Supplier<CircuitBreakerConfig> settings) {
        this(gate, new AsyncCircuit(gate), new Live<>(settings, gate::parts, gate::rules), Body.ALONE);
    }

    private StoredCircuitBreaker(
            CircuitGate gate, AsyncCircuit async, Live<CircuitBreakerConfig, Rules> settings, Guard inner) {
        this.gate = gate;
        this.async = async;
        this.settings = settings;
        this.inner = inner;
    }

    @Override
    public Guard around(Guard other) {
        return new StoredCircuitBreaker(gate, async, settings, other);
    }

    @Override
    public String name() {
        return gate.name();
    }

    @Override
    public CircuitBreakerConfig config() {
        return settings.settings();
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        Rules rules = settings.get();
        if (!rules.enabled()) {
            return inner.<T, E>call(body);
        }
        if (!rules.isPlain() || !(gate.peek() instanceof Closed closed)) {
            return admitted(rules, body);
        }
        long epoch = closed.epoch();
        T result;
        try {
            result = inner.<T, E>call(body);
        } catch (Throwable failure) {
            gate.failed(rules, epoch, failure);
            throw failure;
        }
        gate.succeeded(rules, epoch);
        return result;
    }

    private <T extends @Nullable Object, E extends Exception> T admitted(
            Rules rules, CheckedCallable<? extends T, E> body) throws E {
        Patience patience = gate.patience();
        Admitted admitted = gate.passOrThrow(gate.admit(rules, patience));
        long start = gate.startTime(rules);
        T result;
        try {
            result = inner.<T, E>call(body);
        } catch (Throwable failure) {
            gate.settle(rules, admitted, gate.outcomeOf(failure, rules, start), patience);
            throw failure;
        }
        gate.settle(rules, admitted, gate.success(rules, start), patience);
        return result;
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return async.call(settings.get(), Body.stageUnder(inner, body));
    }

    @Override
    public CircuitDecision permit() {
        Rules rules = settings.get();
        Patience patience = gate.patience();
        Admission admission = rules.enabled() ? gate.admit(rules, patience) : gate.unguarded();
        if (admission instanceof Refused refused) {
            gate.announceRejection(refused);
        }
        return new CircuitDecision(gate, rules, admission, gate.startTime(rules), patience);
    }

    @Override
    public BreakerState state() {
        return gate.state(settings.get());
    }

    @Override
    public Explanation explain() {
        return gate.explain(settings.get(), new Explainer(name(), settings.settings(), settings.get()));
    }

    @Override
    public void open(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException(
                    Problem.of("wait", "must not be negative", wait).toString());
        }
        steer(CircuitTransitions.open(saturatedNanos(wait)));
    }

    @Override
    public void forceOpen() {
        steer(CircuitTransitions.forceOpen());
    }

    @Override
    public void disable() {
        steer(CircuitTransitions.disable());
    }

    @Override
    public void close() {
        gate.close(settings.get());
    }

    private void steer(Transition<Circuit, Boolean> transition) {
        gate.steer(settings.get(), transition);
    }

    /** Counts an outcome whose call this breaker did not admit, if the circuit is closed. */
    void recordAnyway(Outcome outcome) {
        Rules rules = settings.get();
        if (rules.enabled()) {
            gate.settle(rules, gate.anyEpoch(rules), outcome, gate.patience());
        }
    }

    /** Whether a permit would be refused now, and for how long; null when one would be granted. */
    @Nullable
    Refused wouldRefuse() {
        Rules rules = settings.get();
        return rules.enabled() && gate.preview(rules) instanceof Refused refused ? refused : null;
    }

    /** How long a probe's permit lasts. */
    Duration probeLease() {
        return config().halfOpenProbeTimeout();
    }

    /** The exception a refused call ends with. */
    static CircuitBreakerOpenException rejection(String name, Refused refused, boolean stackTrace) {
        return new CircuitBreakerOpenException(
                name, refused.phase(), refused.retryAfterNanos(), refused.byThisNodeAlone(), stackTrace);
    }

    private static long saturatedNanos(Duration duration) {
        Duration most = Duration.ofNanos(Long.MAX_VALUE);
        return (duration.compareTo(most) > 0 ? most : duration).toNanos();
    }
}

package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.circuitbreaker.Admission.Refused;
import dev.firefly.resilience.engine.state.CallEvents;
import dev.firefly.resilience.engine.state.Change;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.LateResultIgnored;
import dev.firefly.resilience.event.ResilienceEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells the log and the listeners what happened to one circuit, after it has happened. */
final class CircuitAnnouncer {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.circuitbreaker");
    private static final Pattern PATTERN = Pattern.CIRCUIT_BREAKER;
    private static final List<Class<? extends ResilienceEvent>> OUTCOMES =
            List.of(CircuitOpened.class, CircuitHalfOpened.class, CircuitClosed.class, LateResultIgnored.class);

    static final String OF_THIS_NODE_ALONE = " of this node alone";

    private final String name;
    private final String whose;
    private final Environment environment;
    private final CallEvents events;
    private final @Nullable WindowMismatch windows;

    /**
     * @param whose what the log says behind the name; empty for the circuit of all
     * @param windows looks at the windows of others; null where there are none
     */
    CircuitAnnouncer(String name, String whose, Environment environment, @Nullable WindowMismatch windows) {
        this(name, whose, environment, windows, CallEvents.onTheSpot(environment));
    }

    private CircuitAnnouncer(
            String name, String whose, Environment environment, @Nullable WindowMismatch windows, CallEvents events) {
        this.name = name;
        this.whose = whose;
        this.environment = environment;
        this.windows = windows;
        this.events = events;
    }

    /** Announces what the outcome of an asynchronous call does, in the context of this thread, its caller's. */
    CircuitAnnouncer ofCaller() {
        return new CircuitAnnouncer(name, whose, environment, windows, CallEvents.ofCaller(environment, OUTCOMES));
    }

    /** Announces in the same context what happens to the circuit of this node alone. */
    CircuitAnnouncer ofThisNodeAlone() {
        return new CircuitAnnouncer(name, OF_THIS_NODE_ALONE, environment, windows, events);
    }

    /** Announces the change if it moved the circuit to another phase. */
    void transition(Change<Circuit, ?> change, Rules rules) {
        Circuit after = change.after();
        if (change.before().phase() == after.phase()) {
            return;
        }
        BreakerState state = CircuitViews.state(after, change.now(), rules);
        LOG.log(
                Level.INFO,
                () -> "Circuit breaker [" + name + "]" + whose + " "
                        + change.before().phase() + " -> " + after.phase() + ": "
                        + state.failureCount() + " failures"
                        + state.openFor()
                                .map(wait -> ", open for " + Durations.rounded(wait))
                                .orElse(""));
        Instant time = CircuitViews.instant(change.now());
        String node = environment.node();
        events.publish(
                TransitionEvent.type(after.phase()),
                () -> TransitionEvent.of(after.phase(), name, time, node, state, false));
    }

    /** Announces what an outcome did, or that it came too late to do anything. */
    void recorded(Change<Circuit, Verdict> change, Rules rules, long epoch, Outcome outcome) {
        transition(change, rules);
        if (windows != null) {
            windows.look(change.before(), rules);
        }
        // what is late for this node alone has counted for all
        if (change.answer() == Verdict.LATE && whose.isEmpty()) {
            events.publish(
                    LateResultIgnored.class,
                    () -> new LateResultIgnored(
                            PATTERN,
                            name,
                            CircuitViews.instant(change.now()),
                            environment.node(),
                            epoch,
                            !outcome.failed));
        }
    }

    void rejection(Refused refused) {
        events.publish(
                CallRejected.class,
                () -> new CallRejected(
                        PATTERN,
                        name,
                        CircuitViews.instant(environment.clock().nanos()),
                        environment.node(),
                        ErrorCode.CIRCUIT_OPEN,
                        refused.retryAfter()));
    }
}

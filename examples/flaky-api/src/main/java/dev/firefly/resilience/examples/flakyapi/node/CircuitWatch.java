package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.circuitbreaker.BreakerState;
import dev.firefly.resilience.circuitbreaker.CircuitBreakers;
import dev.firefly.resilience.circuitbreaker.Phase;
import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Looks at the circuit a thousand times a second, and tells when it sees it open; a look costs no more than a field. */
final class CircuitWatch implements AutoCloseable {
    private static final long PAUSE_NANOS = 1_000_000;

    private final CircuitBreakers breakers;
    private final Wire wire;
    private final Thread thread = new Thread(this::watch, "circuit-watch");
    private volatile boolean closed;

    private CircuitWatch(CircuitBreakers breakers, Wire wire) {
        this.breakers = breakers;
        this.wire = wire;
    }

    static CircuitWatch start(CircuitBreakers breakers, Wire wire) {
        CircuitWatch watch = new CircuitWatch(breakers, wire);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        Optional<Instant> known = Optional.empty();
        while (!closed) {
            Optional<Instant> openedAt = look();
            if (openedAt.isPresent() && !openedAt.equals(known)) {
                known = openedAt;
                wire.send(new Message(Kind.SAW_OPEN, Instant.now(), openedAt.get(), "", ""));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** When the circuit opened, if it is open. */
    private Optional<Instant> look() {
        try {
            BreakerState state = breakers.state("payments");
            return state.phase() == Phase.OPEN ? state.openedAt() : Optional.empty();
        } catch (StoreUnavailableException e) {
            // Too busy to read the record in time; there will be another look in a moment.
            return Optional.empty();
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        thread.join(1000);
    }
}

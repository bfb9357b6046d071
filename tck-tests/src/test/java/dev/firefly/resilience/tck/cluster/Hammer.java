package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.store.StoreUnavailableException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls the guarded service as fast as the circuit lets it, telling it with each request how it was admitted. */
final class Hammer implements Runnable {
    private final CircuitBreaker breaker;
    private final URI service;
    private final AtomicBoolean stopped;

    Hammer(CircuitBreaker breaker, URI service, AtomicBoolean stopped) {
        this.breaker = breaker;
        this.service = service;
        this.stopped = stopped;
    }

    @Override
    public void run() {
        while (!stopped.get()) {
            try {
                Decision decision = breaker.permit();
                if (decision.allowed()) {
                    settle(decision);
                } else {
                    Thread.onSpinWait();
                }
            } catch (StoreUnavailableException e) {
                // a decision that was not made in time is no admission; on to the next
                Thread.onSpinWait();
            }
        }
    }

    private void settle(Decision decision) {
        if (isSuccess(decision)) {
            decision.recordSuccess();
        } else {
            decision.recordFailure();
        }
    }

    private boolean isSuccess(Decision decision) {
        try {
            URI call = service.resolve("/?probe=" + decision.probe() + "&epoch=" + decision.epoch());
            HttpURLConnection connection = (HttpURLConnection) call.toURL().openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}

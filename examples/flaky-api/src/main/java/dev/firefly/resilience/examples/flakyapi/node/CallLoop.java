package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls the client at the pace it is told, however long a call takes, until it is closed. For use by one thread. */
final class CallLoop implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final PaymentsClient client;
    private final Retries retries;
    private final Wire wire;

    @Nullable
    private Future<?> beat;

    CallLoop(PaymentsClient client, Retries retries, Wire wire) {
        this.client = client;
        this.retries = retries;
        this.wire = wire;
    }

    /** Calls that often from now on. */
    void pace(double callsPerSecond) {
        if (beat != null) {
            beat.cancel(false);
        }
        long interval = (long) (TimeUnit.SECONDS.toNanos(1) / callsPerSecond);
        beat = clock.scheduleAtFixedRate(() -> callers.execute(this::call), 0, interval, TimeUnit.NANOSECONDS);
    }

    private void call() {
        try {
            Balance balance = client.balance();
            wire.send(Message.call(outcome(balance, retries.take())));
        } catch (Exception e) {
            retries.take();
            wire.send(Message.now(Kind.BROKEN, e.toString()));
        }
    }

    private static Outcome outcome(Balance balance, boolean retried) {
        Exception failure = balance.insteadOf();
        if (failure != null) {
            return Outcome.of(failure);
        }
        return retried ? Outcome.RECOVERED : Outcome.ANSWERED;
    }

    /** Lets the calls that are under way come to their end. */
    @Override
    public void close() throws InterruptedException {
        clock.shutdownNow();
        clock.awaitTermination(1, TimeUnit.SECONDS);
        callers.shutdown();
        callers.awaitTermination(5, TimeUnit.SECONDS);
    }
}

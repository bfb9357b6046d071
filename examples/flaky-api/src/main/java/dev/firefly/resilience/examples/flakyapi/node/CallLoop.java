package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls the client at a steady rate, however long a call takes, until it is closed. */
final class CallLoop implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final PaymentsClient client;
    private final Wire wire;

    private CallLoop(PaymentsClient client, Wire wire) {
        this.client = client;
        this.wire = wire;
    }

    static CallLoop start(PaymentsClient client, Wire wire, int callsPerSecond) {
        CallLoop loop = new CallLoop(client, wire);
        long interval = TimeUnit.SECONDS.toNanos(1) / callsPerSecond;
        loop.clock.scheduleAtFixedRate(() -> loop.callers.execute(loop::call), 0, interval, TimeUnit.NANOSECONDS);
        return loop;
    }

    private void call() {
        try {
            Balance balance = client.balance();
            wire.send(Message.now(balance.live() ? Kind.LIVE : Kind.CACHED, balance.amount()));
        } catch (Exception e) {
            wire.send(Message.now(Kind.BROKEN, e.toString()));
        }
    }

    /** Lets the calls that are under way come to their end. */
    @Override
    public void close() throws InterruptedException {
        clock.shutdown();
        clock.awaitTermination(1, TimeUnit.SECONDS);
        callers.shutdown();
        callers.awaitTermination(5, TimeUnit.SECONDS);
    }
}

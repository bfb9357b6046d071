package dev.firefly.resilience.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts a client and waits for its cluster, but not for ever, as Hazelcast by itself would: an application that cannot
 * start ought to say so. Afterwards the client looks for a lost cluster as long as its configuration says.
 */
final class ClientStart {
    /** As long as a member of our own looks for its cluster. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private ClientStart() {}

    /**
     * Starts the client that is configured; the interruption of a thread that is not to wait stays.
     *
     * @throws RuntimeException when no member answers in time, it cannot be started, or this thread is interrupted
     */
    static HazelcastInstance start(ClientConfig config, Duration patience) {
        CountDownLatch settled = new CountDownLatch(1);
        AtomicBoolean connected = new AtomicBoolean();
        config.addListenerConfig(new ListenerConfig(listener(settled, connected)));
        config.getConnectionStrategyConfig().setAsyncStart(true);
        HazelcastInstance client = started(config);
        boolean interrupted = false;
        try {
            settled.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        boolean lost = !connected.get();
        if (lost) {
            client.shutdown();
        }
        if (interrupted) {
            // Not before: the shutdown would use it up.
            Thread.currentThread().interrupt();
        }
        if (lost) {
            throw unreached(config);
        }
        return client;
    }

    private static IllegalStateException unreached(ClientConfig config) {
        return new IllegalStateException("the client reached no member of the cluster " + config.getClusterName()
                + " at " + config.getNetworkConfig().getAddresses());
    }

    private static LifecycleListener listener(CountDownLatch settled, AtomicBoolean connected) {
        return event -> {
            if (event.getState() == LifecycleState.CLIENT_CONNECTED) {
                connected.set(true);
                settled.countDown();
            } else if (event.getState() == LifecycleState.SHUTDOWN) {
                settled.countDown();
            }
        };
    }

    private static HazelcastInstance started(ClientConfig config) {
        try {
            return HazelcastClient.newHazelcastClient(config);
        } catch (RejectedExecutionException e) {
            // It gave up, and ended, before it had quite started.
            throw unreached(config);
        } catch (HazelcastException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }
}

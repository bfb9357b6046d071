package dev.firefly.resilience.tck.kit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A place at which threads are held up, whether interrupted or not, until it is opened. It stays open. Nobody is held up for
 * longer than 30 seconds of real time. Thread-safe.
 */
public final class Gate implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    Gate() {}

    /** Holds the calling thread up until the gate is open. */
    void pass() {
        reached.countDown();
        await(opened, "Nobody has opened the gate");
    }

    /**
     * Waits in real time until somebody has been held up here.
     *
     * @throws AssertionError when nobody comes within 30 seconds
     */
    public void awaitSomebody() {
        await(reached, "Nobody has come to the gate");
    }

    /** Opens the gate; harmless when it is open already. */
    public void open() {
        opened.countDown();
    }

    /** Opens the gate, so that a {@code try} statement always does. */
    @Override
    public void close() {
        open();
    }

    private static void await(CountDownLatch latch, String otherwise) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Awaiting.LONGEST_SECONDS);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (latch.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        return;
                    }
                    throw new AssertionError(otherwise);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

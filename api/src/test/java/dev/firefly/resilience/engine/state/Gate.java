package dev.firefly.resilience.engine.state;

import java.util.concurrent.CountDownLatch;

/** A place at which threads are held up until it is opened, which is done by closing this object. */
public final class Gate implements AutoCloseable {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
        reached.countDown();
        await(opened);
    }

    /** Waits until somebody is held up here. */
    public void awaitSomebody() {
        await(reached);
    }

    @Override
    public void close() {
        opened.countDown();
    }

    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

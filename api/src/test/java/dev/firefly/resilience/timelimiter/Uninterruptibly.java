package dev.firefly.resilience.timelimiter;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits as code does that takes no notice of interrupts. */
final class Uninterruptibly {
    private Uninterruptibly() {}

    /** Whether there was an interrupt, which is swallowed. */
    static boolean await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                if (!latch.await(1, TimeUnit.MINUTES)) {
                    throw new AssertionError("nobody goes on");
                }
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}

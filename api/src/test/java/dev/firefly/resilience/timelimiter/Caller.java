package dev.firefly.resilience.timelimiter;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Unfinished;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that makes one call and reports how that ended. */
final class Caller {
    final Thread thread;
    private final CompletableFuture<Report> report = new CompletableFuture<>();

    /**
     * What is to be seen right after the call.
     *
     * @param outcome what it returned or threw
     * @param interrupted the thread's flag
     * @param left when what the call has left running will have ended
     */
    record Report(
            @Nullable Object outcome,
            boolean interrupted,
            @Nullable CompletionStage<?> left) {}

    Caller(CheckedCallable<?, Exception> call) {
        thread = new Thread(() -> report.complete(make(call)), "caller");
        thread.setDaemon(true);
        thread.start();
    }

    private static Report make(CheckedCallable<?, Exception> call) {
        long mark = Unfinished.mark();
        Object outcome;
        try {
            outcome = call.call();
        } catch (Throwable thrown) {
            outcome = thrown;
        }
        return new Report(outcome, Thread.currentThread().isInterrupted(), Unfinished.since(mark));
    }

    Report report() throws Exception {
        return report.get(1, TimeUnit.MINUTES);
    }

    boolean isStillWaiting() {
        return !report.isDone();
    }
}

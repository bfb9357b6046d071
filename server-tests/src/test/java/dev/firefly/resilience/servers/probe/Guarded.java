package dev.firefly.resilience.servers.probe;

import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.event.RetryAttempted;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Guarded calls that take notes of each attempt, each event and their fallback. */
@ApplicationScoped
public class Guarded {
    @Inject
    Notes notes;

    /** Two attempts, then the fallback. */
    @Retry(maxAttempts = 2, waitDuration = "10ms")
    @Fallback(method = "instead")
    @Transactional
    public String call() throws IOException {
        notes.take("attempt");
        throw new IOException("on purpose");
    }

    String instead() {
        notes.take("fallback");
        return "done";
    }

    /** The same as stages. */
    @Retry(maxAttempts = 2, waitDuration = "10ms")
    @Fallback(method = "insteadLater")
    @Transactional
    public CompletionStage<String> callLater() {
        notes.take("attempt");
        return CompletableFuture.failedFuture(new IOException("on purpose"));
    }

    CompletionStage<String> insteadLater() {
        return CompletableFuture.completedFuture(instead());
    }

    /** A synchronous call on another thread. */
    @TimeLimiter(timeout = "30s", offload = true)
    public String offloaded() {
        notes.take("offloaded");
        return "done";
    }

    void note(@Observes RetryAttempted event) {
        notes.take("event");
    }
}

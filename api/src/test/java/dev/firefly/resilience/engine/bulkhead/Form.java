package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.bulkhead.Bulkhead;
import dev.firefly.resilience.core.Deadline;
import java.util.concurrent.CompletableFuture;

/** The ways to make a guarded call, both used alike. */
enum Form {
    CALL {
        @Override
        Call start(Bulkhead bulkhead) {
            Call call = new Call(new CompletableFuture<>());
            Deadline deadline = Deadline.current();
            Thread thread = new Thread(
                    () -> {
                        try (Deadline.Scope scope = deadline.resume()) {
                            call.outcome.complete(bulkhead.call(() -> {
                                call.begun.complete(true);
                                return Call.get(call.body);
                            }));
                        } catch (Throwable failure) {
                            call.outcome.completeExceptionally(failure);
                        }
                    },
                    "call");
            thread.setDaemon(true);
            call.thread = thread;
            thread.start();
            return call;
        }
    },

    CALL_ASYNC {
        @Override
        Call start(Bulkhead bulkhead) {
            CompletableFuture<String> outcome = new CompletableFuture<>();
            Call call = new Call(outcome);
            bulkhead.callAsync(() -> {
                        call.begun.complete(true);
                        return call.body;
                    })
                    .whenComplete((value, failure) -> {
                        if (failure != null) {
                            outcome.completeExceptionally(failure);
                        } else {
                            outcome.complete(value);
                        }
                    });
            return call;
        }
    };

    /** Starts a call, which may have to wait. */
    abstract Call start(Bulkhead bulkhead);
}

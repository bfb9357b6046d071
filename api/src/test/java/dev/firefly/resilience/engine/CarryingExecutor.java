package dev.firefly.resilience.engine;

import dev.firefly.resilience.core.ContextExecutor;
import java.util.concurrent.Executor;

/** Carries a thread local over to what it runs, as an executor of a container does with its contexts. */
public record CarryingExecutor(ThreadLocal<String> context, Executor target) implements ContextExecutor {
    @Override
    public void execute(Runnable task) {
        target.execute(task);
    }

    @Override
    public Executor capture() {
        String captured = context.get();
        return task -> target.execute(() -> {
            context.set(captured);
            try {
                task.run();
            } finally {
                context.remove();
            }
        });
    }
}

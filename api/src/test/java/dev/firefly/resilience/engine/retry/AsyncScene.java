package dev.firefly.resilience.engine.retry;

import dev.firefly.resilience.engine.ManualTime;
import dev.firefly.resilience.engine.TestEnvironment;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Asynchronous calls whose attempts end, and whose continuations run, when the test says so. */
final class AsyncScene {
    final ManualTime time = new ManualTime();
    final Deque<Runnable> submitted = new ArrayDeque<>();
    final List<CompletableFuture<String>> attempts = new ArrayList<>();

    RetryLoop retry(Executor executor, UnaryOperator<RetryConfig.Builder> settings) {
        RetryConfig config = settings.apply(RetryConfig.builder()).build();
        return new RetryLoop("orders", () -> config, TestEnvironment.of(time, () -> 0, executor));
    }

    CompletableFuture<String> start(UnaryOperator<RetryConfig.Builder> settings) {
        return retry(submitted::add, settings).callAsync(this::attempt).toCompletableFuture();
    }

    CompletionStage<String> attempt() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        attempts.add(stage);
        return stage;
    }

    void runSubmitted() {
        for (Runnable next = submitted.poll(); next != null; next = submitted.poll()) {
            next.run();
        }
    }
}

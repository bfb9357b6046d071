package dev.firefly.resilience.cdi;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import jakarta.interceptor.InvocationContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How one method of one bean class is guarded. Everything is looked up at deployment; immutable and thread-safe. */
sealed interface MethodPlan {
    /**
     * Runs the call that was intercepted.
     *
     * @throws Exception what the guarded method throws, as it is, or a rejection, or what the fallback throws
     */
    @Nullable
    Object invoke(InvocationContext context) throws Exception;

    /**
     * A plan for the method.
     *
     * @param guards outermost first
     */
    static MethodPlan of(GuardedMethod method, List<Guard> guards, @Nullable FallbackPlan fallback) {
        Guard[] innermostFirst = new Guard[guards.size()];
        for (int i = 0; i < innermostFirst.length; i++) {
            innermostFirst[i] = guards.get(innermostFirst.length - 1 - i);
        }
        if (!method.isAsynchronous()) {
            return new Synchronous(innermostFirst, fallback);
        }
        boolean future = method.result() == CompletableFuture.class;
        return new Asynchronous(innermostFirst, fallback, future);
    }

    /** Runs on the calling thread; each attempt of a retry proceeds anew. */
    final class Synchronous implements MethodPlan {
        private final Guard[] innermostFirst;
        private final @Nullable FallbackPlan fallback;

        private Synchronous(Guard[] innermostFirst, @Nullable FallbackPlan fallback) {
            this.innermostFirst = innermostFirst;
            this.fallback = fallback;
        }

        @Override
        public @Nullable Object invoke(InvocationContext context) throws Exception {
            CheckedCallable<@Nullable Object, Exception> body = context::proceed;
            for (Guard guard : innermostFirst) {
                CheckedCallable<@Nullable Object, Exception> inner = body;
                body = () -> guard.<@Nullable Object, Exception>call(inner);
            }
            if (fallback == null) {
                return body.call();
            }
            // The fallback costs nothing until it is needed.
            try {
                return body.call();
            } catch (Throwable failure) {
                return fallback.replace(context, failure);
            }
        }
    }

    /** Guards the stage that the method returns; attempts after the first proceed on the library's executor. */
    final class Asynchronous implements MethodPlan {
        private final Guard[] innermostFirst;
        private final @Nullable FallbackPlan fallback;
        private final boolean future;

        private Asynchronous(Guard[] innermostFirst, @Nullable FallbackPlan fallback, boolean future) {
            this.innermostFirst = innermostFirst;
            this.fallback = fallback;
            this.future = future;
        }

        @Override
        @SuppressWarnings("unchecked") // the declared type of the method says that it is a stage
        public @Nullable Object invoke(InvocationContext context) throws Exception {
            CheckedCallable<CompletionStage<@Nullable Object>, Exception> body =
                    () -> (CompletionStage<@Nullable Object>) context.proceed();
            for (Guard guard : innermostFirst) {
                CheckedCallable<CompletionStage<@Nullable Object>, Exception> inner = body;
                body = () -> guard.<@Nullable Object>callAsync(inner);
            }
            CompletionStage<@Nullable Object> stage = fallback == null ? body.call() : fallback.start(context, body);
            return future ? stage.toCompletableFuture() : stage;
        }
    }
}

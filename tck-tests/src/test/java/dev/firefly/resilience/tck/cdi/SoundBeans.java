package dev.firefly.resilience.tck.cdi;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.FallbackContext;
import dev.firefly.resilience.annotation.FallbackHandler;
import dev.firefly.resilience.annotation.GuardOrder;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.tck.cdi.elsewhere.Elsewhere;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The beans of {@link DeploymentTableTest}. */
final class SoundBeans {
    private SoundBeans() {}

    @ApplicationScoped
    static class PlainRetry {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class AllOfThem {
        @Retry
        @CircuitBreaker
        @RateLimiter
        @Bulkhead
        @TimeLimiter
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class NamedAndConfigured {
        @Retry("payments")
        void call() {}
    }

    @ApplicationScoped
    static class NamedWithValues {
        @Retry(value = "payments", maxAttempts = 2)
        void call() {}

        @Retry("payments")
        void other() {}
    }

    @ApplicationScoped
    static class NamedWithoutOthers {
        @Retry("payments")
        void call() {}
    }

    @ApplicationScoped
    static class OverriddenValue {
        @Retry(value = "payments", maxAttempts = 0)
        void call() {}
    }

    @ApplicationScoped
    static class ZeroPermits {
        @Bulkhead(maxConcurrent = 0)
        void call() {}
    }

    @ApplicationScoped
    static class TokensOfItsOwn {
        @RateLimiter(maxTokens = 5, refillRate = 0.5, timeout = "2s", reserve = 5)
        void call() {}
    }

    @ApplicationScoped
    static class LimitOfItsOwn {
        @TimeLimiter(timeout = "PT0.5S", interrupt = false, lateSuccess = "return", offload = true)
        void call() {}
    }

    @ApplicationScoped
    static class WithFailure {
        @Fallback(method = "instead")
        String call(int number) {
            return "";
        }

        String instead(int number, IllegalStateException failure) {
            return "";
        }
    }

    @ApplicationScoped
    static class Overloads {
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        String instead(RuntimeException failure) {
            return "";
        }

        String instead(Exception failure) {
            return "";
        }

        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class PrivateFallback {
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        @SuppressWarnings("UnusedMethod") // called by the library
        private String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class StaticFallback {
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        static String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class Varargs {
        @Fallback(method = "instead")
        String call(String... texts) {
            return "";
        }

        String instead(String... texts) {
            return "";
        }
    }

    @ApplicationScoped
    static class ArrayForVarargs {
        @Fallback(method = "instead")
        String call(String... texts) {
            return "";
        }

        String instead(String[] texts) {
            return "";
        }
    }

    @ApplicationScoped
    static class Narrower {
        @Fallback(method = "instead")
        Number call() {
            return 1;
        }

        Integer instead() {
            return 1;
        }
    }

    @ApplicationScoped
    static class BoxedResult {
        @Fallback(method = "instead")
        int call() {
            return 1;
        }

        Integer instead() {
            return 1;
        }
    }

    static class Above {
        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class Below extends Above {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    interface Cached {
        default String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class Implementing implements Cached {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    static class Typed<T> {
        String instead(T value) {
            return "";
        }
    }

    @ApplicationScoped
    static class TypedByString extends Typed<String> {
        @Fallback(method = "instead")
        String call(String value) {
            return value;
        }
    }

    @ApplicationScoped
    static class Stages {
        @Retry
        @Fallback(method = "instead")
        CompletionStage<String> call() {
            return CompletableFuture.completedStage("");
        }

        CompletableFuture<String> instead() {
            return CompletableFuture.completedFuture("");
        }
    }

    @ApplicationScoped
    static class SameWildcards {
        @Fallback(method = "instead")
        List<? extends Number> call(Map<String, List<? super Integer>> numbers, List<?>... more) {
            return List.of();
        }

        List<Integer> instead(Map<String, List<? super Integer>> numbers, List<?>[] more, Exception failure) {
            return List.of();
        }
    }

    @ApplicationScoped
    static class OwnVariables {
        @Fallback(method = "instead")
        <T extends Number> List<T> call(Class<T> type) {
            return List.of();
        }

        <N extends Number> List<N> instead(Class<N> type) {
            return List.of();
        }
    }

    @ApplicationScoped
    static class BelowElsewhere extends Elsewhere.Asking {}

    @Dependent
    static class TextHandler implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "";
        }
    }

    @ApplicationScoped
    static class Handled {
        @Fallback(handler = TextHandler.class)
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class NoResult {
        @Fallback(method = "instead")
        void call() {}

        void instead() {}
    }

    @ApplicationScoped
    static class OnErrors {
        @Fallback(method = "instead", on = Throwable.class)
        String call() {
            return "";
        }

        String instead(Error failure) {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherOrder {
        @Retry
        @CircuitBreaker
        @GuardOrder({Pattern.CIRCUIT_BREAKER, Pattern.RETRY})
        void call() {}
    }

    @ApplicationScoped
    static class Quoted {
        @Retry("a.b")
        void call() {}
    }

    @ApplicationScoped
    @Fallback(method = "instead")
    static class WithAnInterceptorMethod {
        String call() {
            return "";
        }

        String instead() {
            return "instead";
        }

        @AroundInvoke
        Object around(InvocationContext context) throws Exception {
            return context.proceed();
        }
    }

    @Dependent
    static class ListHandler implements FallbackHandler<List<Integer>> {
        @Override
        public List<Integer> handle(FallbackContext context) {
            return List.of();
        }
    }

    @Dependent
    static class StageHandler implements FallbackHandler<CompletableFuture<?>> {
        @Override
        public CompletableFuture<?> handle(FallbackContext context) {
            return CompletableFuture.completedFuture(1);
        }
    }

    @ApplicationScoped
    static class HandledAlike {
        @Fallback(handler = ListHandler.class)
        List<Integer> list() {
            return List.of();
        }

        @Fallback(handler = StageHandler.class)
        CompletionStage<String> stage() {
            return CompletableFuture.completedStage("");
        }
    }
}

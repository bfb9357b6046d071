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
import jakarta.enterprise.inject.Vetoed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The beans of {@link DeploymentTableTest}. */
final class FaultyBeans {
    private FaultyBeans() {}

    @ApplicationScoped
    static class TooFewAttempts {
        @Retry(maxAttempts = 0)
        void call() {}
    }

    @ApplicationScoped
    static class BadDuration {
        @Retry(waitDuration = "soon")
        void call() {}
    }

    @ApplicationScoped
    static class BadWord {
        @Retry(backoff = "wild")
        void call() {}
    }

    @ApplicationScoped
    static class BadRate {
        @CircuitBreaker(failureRateThreshold = 1.5)
        void call() {}
    }

    @ApplicationScoped
    static class ZeroRate {
        @RateLimiter(refillRate = 0)
        void call() {}
    }

    @ApplicationScoped
    static class TooLargeReserve {
        @RateLimiter(maxTokens = 2, reserve = 3)
        void call() {}
    }

    @ApplicationScoped
    static class NegativePermits {
        @Bulkhead(maxConcurrent = -1)
        void call() {}
    }

    @ApplicationScoped
    static class NoTtl {
        @Bulkhead(permitTtl = "0")
        void call() {}
    }

    @ApplicationScoped
    static class NoTime {
        @TimeLimiter(timeout = "0")
        void call() {}
    }

    @ApplicationScoped
    static class BadLateSuccess {
        @TimeLimiter(lateSuccess = "maybe")
        void call() {}
    }

    @ApplicationScoped
    static class MisspeltRetry {
        @Retry("agressive")
        void call() {}
    }

    @ApplicationScoped
    static class MisspeltLimiter {
        @RateLimiter("pymnt")
        void call() {}
    }

    @ApplicationScoped
    static class OtherPattern {
        @Bulkhead("payments")
        void call() {}
    }

    @ApplicationScoped
    static class Fine1 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Fine2 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Fine3 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Fine4 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Fine5 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Fine6 {
        @Retry
        void call() {}
    }

    @ApplicationScoped
    static class Missing {
        @Fallback(method = "gone")
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherParameters {
        @Fallback(method = "instead")
        String call(String text) {
            return "";
        }

        String instead(int number) {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherResult {
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        Object instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class NoFailure {
        @Fallback(method = "instead")
        String call() {
            return "";
        }

        String instead(String text) {
            return "";
        }
    }

    @ApplicationScoped
    static class SyncForAsync {
        @Fallback(method = "instead")
        CompletionStage<String> call() {
            return CompletableFuture.completedStage("");
        }

        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class OnlyItself {
        @Fallback(method = "call")
        String call() {
            return "";
        }
    }

    static class Secretive {
        @SuppressWarnings("UnusedMethod") // nobody can call it, that is the point
        private String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class Curious extends Secretive {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class Parent {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    static class Child extends Parent {
        String instead() {
            return "";
        }
    }

    static class Asking {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class Answering extends Asking {
        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class OutOfPackage extends Elsewhere {
        @Fallback(method = "instead")
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherWildcard {
        @Fallback(method = "instead")
        String call(List<? extends Number> numbers) {
            return "";
        }

        String instead(List<? extends Integer> numbers) {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherArgument {
        @Fallback(method = "instead")
        String call(Map<String, List<?>> numbers) {
            return "";
        }

        String instead(Map<String, List<String>> numbers) {
            return "";
        }
    }

    @ApplicationScoped
    static class OtherElements {
        @Fallback(method = "instead")
        CompletionStage<List<String>> call() {
            return CompletableFuture.completedStage(List.of());
        }

        CompletableFuture<List<Integer>> instead() {
            return CompletableFuture.completedFuture(List.of());
        }
    }

    @ApplicationScoped
    static class TypedByNumber extends SoundBeans.Typed<Integer> {
        @Fallback(method = "instead")
        String call(String value) {
            return value;
        }
    }

    @ApplicationScoped
    static class Both {
        @Fallback(method = "instead", handler = SoundBeans.TextHandler.class)
        String call() {
            return "";
        }

        String instead() {
            return "";
        }
    }

    @ApplicationScoped
    static class Neither {
        @Fallback
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class WrongHandler {
        @Fallback(handler = SoundBeans.TextHandler.class)
        int call() {
            return 1;
        }
    }

    @Vetoed
    static class Loose implements FallbackHandler<String> {
        @Override
        public String handle(FallbackContext context) {
            return "";
        }
    }

    @ApplicationScoped
    static class NoBeanHandler {
        @Fallback(handler = Loose.class)
        String call() {
            return "";
        }
    }

    @ApplicationScoped
    static class NeverReplaced {
        @Fallback(method = "instead", on = IllegalStateException.class)
        String call() {
            return "";
        }

        String instead(IOException failure) {
            return "";
        }
    }

    @ApplicationScoped
    static class PrivateMethod {
        @Retry
        @SuppressWarnings("UnusedMethod") // nobody can call it, that is the point
        private void call() {}
    }

    @ApplicationScoped
    static class StaticMethod {
        @Bulkhead
        static void call() {}
    }

    @ApplicationScoped
    static class FinalMethod {
        @TimeLimiter
        final void call() {}
    }

    static class OwnStage extends CompletableFuture<String> {}

    @ApplicationScoped
    static class StageOfItsOwn {
        @Retry
        OwnStage call() {
            return new OwnStage();
        }
    }

    @ApplicationScoped
    static class TwiceListed {
        @Retry
        @GuardOrder({Pattern.RETRY, Pattern.RETRY})
        void call() {}
    }

    @ApplicationScoped
    static class FallbackListed {
        @Retry
        @GuardOrder({Pattern.RETRY, Pattern.FALLBACK})
        void call() {}
    }

    @ApplicationScoped
    static class Unlisted {
        @Retry
        @GuardOrder({Pattern.BULKHEAD})
        void call() {}
    }

    @ApplicationScoped
    static class AnotherMissing {
        @Fallback(method = "gone")
        String call() {
            return "";
        }

        @CircuitBreaker(failureThreshold = 0)
        void other() {}
    }

    static class Reticent {
        String call() {
            return "";
        }

        @SuppressWarnings("UnusedMethod") // its name is what the subclass asks for
        private String hidden() {
            return "hidden";
        }
    }

    @ApplicationScoped
    @Fallback(method = "hidden")
    static class Inquisitive extends Reticent {}

    @ApplicationScoped
    static class AllSkipped {
        @Fallback(method = "instead", on = IOException.class, skipOn = Exception.class)
        String call() throws IOException {
            return "";
        }

        String instead() {
            return "";
        }
    }

    @Dependent
    static class NumbersHandler implements FallbackHandler<List<Integer>> {
        @Override
        public List<Integer> handle(FallbackContext context) {
            return List.of(1);
        }
    }

    @ApplicationScoped
    static class HandledTexts {
        @Fallback(handler = NumbersHandler.class)
        List<String> call() {
            return List.of();
        }
    }

    @Dependent
    static class LaterNumberHandler implements FallbackHandler<CompletableFuture<Integer>> {
        @Override
        public CompletableFuture<Integer> handle(FallbackContext context) {
            return CompletableFuture.completedFuture(1);
        }
    }

    @ApplicationScoped
    static class HandledLaterText {
        @Fallback(handler = LaterNumberHandler.class)
        CompletionStage<String> call() {
            return CompletableFuture.completedStage("");
        }
    }
}

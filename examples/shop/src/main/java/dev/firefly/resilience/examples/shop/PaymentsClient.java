package dev.firefly.resilience.examples.shop;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Pays, whatever becomes of the API. The annotations stand in the order in which they act, outermost first; how each of
 * them behaves is in {@code META-INF/microprofile-config.properties}, under the name "payments". Both methods have the
 * same guards: a call that one of them makes counts for the other.
 */
@ApplicationScoped
public class PaymentsClient {
    private static final String PAYMENTS = "payments";

    @Inject
    ApiClient api;

    /** Pays an order; what cannot be paid now is noted. */
    @Fallback(value = PAYMENTS, method = "note")
    @Retry(PAYMENTS)
    @CircuitBreaker(PAYMENTS)
    @RateLimiter(PAYMENTS)
    @Bulkhead(PAYMENTS)
    @TimeLimiter(PAYMENTS)
    public String pay(String order) {
        return api.get("payments", order);
    }

    /** The same without keeping a thread busy. A method that returns a stage is guarded until that stage is complete. */
    @Fallback(value = PAYMENTS, method = "noteLater")
    @Retry(PAYMENTS)
    @CircuitBreaker(PAYMENTS)
    @RateLimiter(PAYMENTS)
    @Bulkhead(PAYMENTS)
    @TimeLimiter(PAYMENTS)
    public CompletionStage<String> payLater(String order) {
        return api.getLater("payments", order);
    }

    String note(String order, Exception failure) {
        return "noted " + order + ": " + failure.getMessage();
    }

    CompletionStage<String> noteLater(String order, Exception failure) {
        return CompletableFuture.completedFuture(note(order, failure));
    }
}

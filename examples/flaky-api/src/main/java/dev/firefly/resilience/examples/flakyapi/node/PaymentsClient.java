package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.annotation.Bulkhead;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.RateLimiter;
import dev.firefly.resilience.annotation.Retry;
import dev.firefly.resilience.annotation.TimeLimiter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The client of the API, as any application would write it: six annotations around an HTTP call. They stand in the order
 * in which they act, outermost first, which is the same however they are written. How each of them behaves is in
 * {@code META-INF/microprofile-config.properties}, under the name "payments".
 */
@ApplicationScoped
class PaymentsClient {
    private final HttpClient http = HttpClient.newHttpClient();
    private volatile String lastKnown = "unknown";

    @Inject
    @ConfigProperty(name = "demo.api")
    URI api;

    @Inject
    @ConfigProperty(name = "demo.node")
    String node;

    @Fallback(value = "payments", method = "cached")
    @Retry("payments")
    @CircuitBreaker("payments")
    @RateLimiter("payments")
    @Bulkhead("payments")
    @TimeLimiter("payments")
    Balance balance() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(api)
                .header("X-Node", node)
                .header("X-Begun", Instant.now().toString())
                .build();
        // The time limiter interrupts this; the connection is closed then, by which the API knows that nobody waits.
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode());
        }
        lastKnown = response.body().strip();
        return new Balance(lastKnown, null);
    }

    Balance cached(Exception failure) {
        return new Balance(lastKnown, failure);
    }
}

package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Fallback;
import dev.firefly.resilience.annotation.Retry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The client of the API, as any application would write it: three annotations around an HTTP call. How the circuit
 * breaker "payments" behaves is in {@code META-INF/microprofile-config.properties}.
 */
@ApplicationScoped
class PaymentsClient {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private volatile String lastKnown = "unknown";

    @Inject
    @ConfigProperty(name = "demo.api")
    URI api;

    @Inject
    @ConfigProperty(name = "demo.node")
    String node;

    @CircuitBreaker("payments")
    @Retry(maxAttempts = 2, waitDuration = "50ms")
    @Fallback(method = "cached")
    Balance balance() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(api)
                .timeout(PATIENCE)
                .header("X-Node", node)
                .header("X-Begun", Instant.now().toString())
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode());
        }
        lastKnown = response.body();
        return new Balance(lastKnown, true);
    }

    Balance cached() {
        return new Balance(lastKnown, false);
    }
}

package dev.firefly.resilience.examples.shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Invocation;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** Plain HTTP to the API, guarded by nobody. An answer that is an error is an exception. */
@ApplicationScoped
public class ApiClient {
    @Inject
    @ConfigProperty(name = "shop.api")
    URI api;

    private @Nullable Client http;

    /** Not in the constructor, which the container runs for the bean's proxy too. */
    @PostConstruct
    void open() {
        http = ClientBuilder.newClient();
    }

    String get(String path, String argument) {
        return request(path, argument).get(String.class);
    }

    CompletionStage<String> getLater(String path, String argument) {
        return request(path, argument).rx().get(String.class);
    }

    private Invocation.Builder request(String path, String argument) {
        return client().target(api).path(path).path(argument).request();
    }

    private Client client() {
        return Objects.requireNonNull(http);
    }

    @PreDestroy
    void close() {
        client().close();
    }
}

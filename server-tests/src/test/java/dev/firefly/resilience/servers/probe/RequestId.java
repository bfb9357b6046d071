package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import java.util.UUID;

/** One for each request. */
@RequestScoped
public class RequestId {
    private final String id = UUID.randomUUID().toString();

    /** Different for each request context. */
    public String id() {
        return id;
    }
}

package dev.firefly.resilience.examples.shop;

import static java.util.stream.Collectors.joining;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.ResilienceInstance;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** What operators call: why is a circuit open, what is set where, what has happened. Protect it in real life. */
@Path("operations")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class OperationsResource {
    @Inject
    ResilienceRegistry registry;

    @Inject
    @ResilienceInstance("payments")
    CircuitBreaker payments;

    @Inject
    EventLog events;

    /** Why the circuit of the payments is in its state. */
    @GET
    @Path("payments")
    public String explain() {
        return payments.explain().toString();
    }

    /** Opens a circuit of that name on all servers until somebody closes it. */
    @PUT
    @Path("circuits/{name}/open")
    public void open(@PathParam("name") String name) {
        registry.circuitBreaker(name).forceOpen();
    }

    /** Closes it again. */
    @DELETE
    @Path("circuits/{name}/open")
    public void close(@PathParam("name") String name) {
        registry.circuitBreaker(name).close();
    }

    /** Every value in force, with where it was set. */
    @GET
    @Path("settings")
    public String settings() {
        return registry.describe().stream().map(Object::toString).collect(joining("\n"));
    }

    /** What has happened lately. */
    @GET
    @Path("events")
    public String events() {
        return events.latest().stream().map(Object::toString).collect(joining("\n"));
    }
}

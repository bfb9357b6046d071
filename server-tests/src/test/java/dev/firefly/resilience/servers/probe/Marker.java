package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

/** Once it was called there are as many {@link One}s in the heap as class loaders of its application. */
@Path("marker")
@RequestScoped
public class Marker {
    private static final One ONE = new One();

    /** What is counted. */
    public static final class One {}

    /** Puts it there. */
    @GET
    public String set() {
        return ONE.getClass().getName();
    }
}

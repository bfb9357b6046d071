package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Makes guarded calls and answers with the notes that were taken. */
@Path("probe")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
public class ProbeResource {
    @Inject
    Guarded guarded;

    @Inject
    Notes notes;

    /** Of a synchronous call. */
    @GET
    @Path("synchronous")
    public String synchronous() throws IOException {
        begin();
        guarded.call();
        return result();
    }

    /** Of an asynchronous call. */
    @GET
    @Path("asynchronous")
    public CompletionStage<String> asynchronous() {
        begin();
        return guarded.callLater().thenApply(done -> result());
    }

    /** Of a call on another thread. */
    @GET
    @Path("offloaded")
    public String offloaded() {
        begin();
        guarded.offloaded();
        return result();
    }

    private void begin() {
        notes.clear();
        notes.take("request");
    }

    private String result() {
        return String.join("\n", notes.lines());
    }
}

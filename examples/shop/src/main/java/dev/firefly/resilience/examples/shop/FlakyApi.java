package dev.firefly.resilience.examples.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.ServiceUnavailableException;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.TimeUnit;

/** The API that the shop depends on: somebody else's, in real life. It is as well as it is told to be. */
@Path("flaky")
@ApplicationScoped
@Produces(MediaType.TEXT_PLAIN)
public class FlakyApi {
    private static final long SLOW_SECONDS = 5;

    private volatile Mood mood = Mood.WELL;

    /** How the API is. */
    public enum Mood {
        /** Answers at once. */
        WELL,
        /** Answers with an error. */
        FAILING,
        /** Answers after longer than anybody waits. */
        SLOW
    }

    /** From now on it is like that. */
    @PUT
    @Path("mood")
    public void become(String mood) {
        this.mood = Mood.valueOf(mood);
    }

    /** Takes a payment. */
    @GET
    @Path("payments/{order}")
    public String pay(@PathParam("order") String order) throws InterruptedException {
        return answer("paid " + order);
    }

    /** Keeps an item for an order. */
    @GET
    @Path("stock/{item}")
    public String reserve(@PathParam("item") String item) throws InterruptedException {
        return answer("reserved " + item);
    }

    private String answer(String answer) throws InterruptedException {
        switch (mood) {
            case FAILING -> throw new ServiceUnavailableException();
            case SLOW -> TimeUnit.SECONDS.sleep(SLOW_SECONDS);
            case WELL -> {}
        }
        return answer;
    }
}

package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has the server, and the JVM, work for another application. */
@Path("neighbour")
@RequestScoped
public class NeighbourResource {
    /** How many requests are to be made at once. */
    public static final int AT_ONCE = 32;

    private static final CountDownLatch ARRIVED = new CountDownLatch(AT_ONCE);
    private static final long PATIENCE_MILLIS = 500;

    /** Java 17 keeps the last type for which it made the methods of a record, and the class loader with it. */
    public record Couple(NeighbourResource first, NeighbourResource second) {}

    /** Uses the record; the first ones wait for each other, so that each of them has a thread, if there are as many. */
    @GET
    public String get() throws InterruptedException {
        ARRIVED.countDown();
        boolean all = ARRIVED.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        Couple couple = new Couple(this, new NeighbourResource());
        return couple.equals(new Couple(this, this)) + " " + couple.hashCode() + ' ' + couple + ' ' + all;
    }
}

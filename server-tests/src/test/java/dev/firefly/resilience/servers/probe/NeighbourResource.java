package dev.firefly.resilience.servers.probe;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.concurrent.TimeUnit;

/** Has the server, and the JVM, work for another application. */
@Path("neighbour")
@RequestScoped
public class NeighbourResource {
    /** How many requests are to be made at once. */
    public static final int AT_ONCE = 32;

    private static final Object ARRIVALS = new Object();
    private static final long PATIENCE_MILLIS = 500;

    private static int arrived;

    /** Java 17 keeps the last type for which it made the methods of a record, and the class loader with it. */
    public record Couple(NeighbourResource first, NeighbourResource second) {}

    /** Uses the record; those that come at once wait for each other, so that each has a thread, if there are as many. */
    @GET
    public String get() throws InterruptedException {
        boolean all = meet();
        Couple couple = new Couple(this, new NeighbourResource());
        return couple.equals(new Couple(this, this)) + " " + couple.hashCode() + ' ' + couple + ' ' + all;
    }

    private static boolean meet() throws InterruptedException {
        synchronized (ARRIVALS) {
            int all = (arrived / AT_ONCE + 1) * AT_ONCE;
            arrived++;
            ARRIVALS.notifyAll();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            for (long rest = PATIENCE_MILLIS; arrived < all && rest > 0; ) {
                ARRIVALS.wait(rest);
                rest = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
            return arrived >= all;
        }
    }
}

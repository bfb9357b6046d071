package dev.firefly.resilience.examples.shop;

import dev.firefly.resilience.annotation.RateLimiter;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;

/** What customers call. A REST resource is a bean, and guarded as such; here, all of its methods. */
@Path("checkout")
@RequestScoped
@Produces(MediaType.TEXT_PLAIN)
@RateLimiter("checkout")
public class CheckoutResource {
    @Inject
    PaymentsClient payments;

    @Inject
    Stock stock;

    /** Pays an order. */
    @POST
    @Path("payments/{order}")
    public String pay(@PathParam("order") String order) {
        return payments.pay(order);
    }

    /** Pays an order; the thread of the request is free meanwhile. */
    @POST
    @Path("payments/{order}/later")
    public CompletionStage<String> payLater(@PathParam("order") String order) {
        return payments.payLater(order);
    }

    /** Keeps an item. */
    @POST
    @Path("stock/{item}")
    public String reserve(@PathParam("item") String item) {
        return stock.reserve(item);
    }
}

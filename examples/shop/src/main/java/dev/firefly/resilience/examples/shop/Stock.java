package dev.firefly.resilience.examples.shop;

import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.annotation.Retry;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Session beans are guarded as any other bean; see ejb-jar.xml for what their callers get when a guard says no. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Stock {
    @Inject
    ApiClient api;

    /** Keeps an item. */
    @Retry("stock")
    @CircuitBreaker("stock")
    public String reserve(String item) {
        return api.get("stock", item);
    }
}

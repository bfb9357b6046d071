package dev.firefly.resilience.examples.flakyapi;

import dev.firefly.resilience.config.Durations;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What the guards of the client promise to the API, for all nodes together.
 *
 * @param atOnce how many requests at a time
 * @param burst how many requests after a pause, beyond the rate
 * @param rate how many requests per second
 * @param timeout how long each may take
 */
record Limits(int atOnce, int burst, double rate, Duration timeout) {

    /** Those in {@code META-INF/microprofile-config.properties}, which the nodes read as well. */
    static Limits configured() {
        Config config = ConfigProvider.getConfig();
        return new Limits(
                config.getValue("firefly.resilience.bulkhead.payments.max-concurrent", Integer.class),
                config.getValue("firefly.resilience.rate-limiter.payments.max-tokens", Integer.class),
                config.getValue("firefly.resilience.rate-limiter.payments.refill-rate", Double.class),
                Durations.parse(config.getValue("firefly.resilience.time-limiter.payments.timeout", String.class)));
    }
}

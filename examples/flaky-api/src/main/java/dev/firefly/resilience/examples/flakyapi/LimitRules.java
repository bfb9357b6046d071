package dev.firefly.resilience.examples.flakyapi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges, by what the API has on record, whether the nodes together kept to the limits of the bulkhead and the rate limiter. */
final class LimitRules {
    /**
     * How much later than its token a request may arrive, {@code store.lock-block-timeout}: behind the rate limiter it asks
     * the store for a permit. What arrives late may arrive together with what comes in time.
     */
    private static final Duration LATENESS = Duration.ofMillis(500);

    private LimitRules() {}

    static List<String> complaints(Run run) {
        Limits limits = run.limits();
        Traffic traffic = Traffic.of(run.exchanges(), limits);
        List<String> complaints = new ArrayList<>();
        if (traffic.atOnce() > limits.atOnce()) {
            complaints.add("The API had to work for " + traffic.atOnce() + " callers at once at "
                    + Screen.time(traffic.atOnceAt()) + ", though the bulkhead lets " + limits.atOnce() + " pass.");
        }
        if (traffic.burst() > mostAtABurst(limits)) {
            complaints.add(String.format(
                    Locale.ROOT,
                    "The API got %.0f requests beyond %.0f/s in a span of time that ended at %s, though the rate limiter"
                            + " lets %d pass.",
                    traffic.burst(),
                    limits.rate(),
                    Screen.time(traffic.burstAt()),
                    limits.burst()));
        }
        return complaints;
    }

    /** How many requests beyond the rate may come to the API, those that are late included. */
    static double mostAtABurst(Limits limits) {
        return limits.burst() + limits.rate() * LATENESS.toMillis() / 1e3;
    }
}

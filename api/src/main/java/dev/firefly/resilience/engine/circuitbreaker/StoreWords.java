package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.store.OnFailure;
import dev.firefly.resilience.store.StoreStatus;
import dev.firefly.resilience.store.StoreStatus.Mode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** What an explanation says of the store. Pure. */
final class StoreWords {
    private StoreWords() {}

    /** The status when the store could not be asked for that reason; where calls go by the policy anyway, as it was. */
    static StoreStatus unasked(StoreStatus status, String why) {
        return status.mode() == Mode.DEGRADED
                ? status
                : new StoreStatus(
                        status.mode(), status.onFailure(), status.registries(), status.since(), Optional.of(why));
    }

    /** What is to be said behind the state; nothing while the store answers. */
    static String of(StoreStatus status) {
        return status.cause()
                .map(cause -> status.mode() == Mode.DEGRADED
                        ? away(status, cause)
                        : " That is what this node knew last: the store could not be asked just now (" + cause + ").")
                .orElse("");
    }

    private static String away(StoreStatus status, String cause) {
        String what = status.since()
                .map(since -> "The store has been away since " + since)
                .orElse("Its record in the store cannot be used");
        return (status.onFailure() == OnFailure.LOCAL ? " " : " That is what this node knew last. ")
                + what + " (" + cause + "); until that changes store.on-failure="
                + status.onFailure().name().toLowerCase(Locale.ROOT) + " has "
                + switch (status.onFailure()) {
                    case LOCAL ->
                        "this node go on alone, from what it knew last, by its own calls and with its share of the probes.";
                    case FAIL -> "every call rejected with " + ErrorCode.RESILIENCE_STORE_UNAVAILABLE + ".";
                    case OPEN -> "every call admitted.";
                };
    }

    /**
     * How long until a call has a chance.
     *
     * @param known what the circuit would tell it
     */
    static Optional<Duration> retryAfter(StoreStatus status, Optional<Duration> known) {
        if (status.cause().isEmpty() || isDecidedHere(status)) {
            return known;
        }
        boolean isAdmitted = status.mode() == Mode.DEGRADED && status.onFailure() == OnFailure.OPEN;
        return isAdmitted ? Optional.of(Duration.ZERO) : Optional.empty();
    }

    private static boolean isDecidedHere(StoreStatus status) {
        return status.mode() == Mode.DEGRADED && status.onFailure() == OnFailure.LOCAL;
    }
}

package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;

/**
 * Which of two states of one circuit is to be that of all, after nodes have gone on without each other. What an operator
 * has said (forced open, then disabled) rules over what calls have found out; of that, the state that rejects more.
 */
final class Severity {
    private Severity() {}

    /**
     * The severer one; the first when neither is. It gets an epoch that neither side has used, unless the first can stay as
     * it is: whatever was admitted under the other's epoch is late. A second time with the same states changes nothing.
     */
    static Circuit severer(Circuit first, Circuit second) {
        if (first.equals(second)) {
            return first;
        }
        if (first instanceof Closed closed && second instanceof Closed) {
            return second.epoch() > first.epoch() ? closed.withEpoch(second.epoch()) : first;
        }
        boolean isFirst = order(first) > order(second) || order(first) == order(second) && end(first) >= end(second);
        if (isFirst && first.epoch() > second.epoch()) {
            return first;
        }
        return with(isFirst ? first : second, Math.max(first.epoch(), second.epoch()) + 1);
    }

    private static int order(Circuit circuit) {
        return switch (circuit.phase()) {
            case FORCED_OPEN -> 4;
            case DISABLED -> 3;
            case OPEN -> 2;
            case HALF_OPEN -> 1;
            case CLOSED -> 0;
        };
    }

    private static long end(Circuit circuit) {
        return circuit instanceof Open open ? Moments.shifted(open.openedAt(), open.openFor()) : 0;
    }

    /** Probes that are out belong to the former epoch: nobody waits for them. */
    private static Circuit with(Circuit circuit, long epoch) {
        if (circuit instanceof Open open) {
            return new Open(epoch, open.openedAt(), open.openFor(), open.trip());
        }
        if (circuit instanceof HalfOpen half) {
            return new HalfOpen(epoch, half.openedAt(), half.openFor(), half.trip(), Probes.NONE, 0);
        }
        if (circuit instanceof ForcedOpen forced) {
            return new ForcedOpen(epoch, forced.openedAt());
        }
        return circuit instanceof Closed closed ? closed.withEpoch(epoch) : new Disabled(epoch);
    }
}

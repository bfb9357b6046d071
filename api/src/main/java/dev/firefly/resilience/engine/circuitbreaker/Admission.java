package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.Phase;
import java.time.Duration;
import java.util.Optional;

/** The circuit's answer to a call that wants to pass. */
sealed interface Admission {
    /** No permit is held: the call is not a probe, or probes need none. */
    long NO_PERMIT = 0;

    /** Outcomes reported under this epoch count whenever the circuit is closed. */
    long ANY_EPOCH = -1;

    /** The phase that decided. */
    Phase phase();

    long epoch();

    /**
     * Let pass.
     *
     * @param own the way through the circuit of this node alone
     */
    record Admitted(Phase phase, long epoch, long permit, OwnPass own) implements Admission {
        Admitted(Phase phase, long epoch, long permit) {
            this(phase, epoch, permit, OwnPass.NONE);
        }

        /** Admitted by the circuit of this node alone, too. */
        Admitted by(OwnPass pass) {
            return new Admitted(phase, epoch, permit, pass);
        }

        /** Whether it is a probe, for the cluster or for this node alone. */
        boolean isProbe() {
            return phase == Phase.HALF_OPEN || own.isProbe();
        }
    }

    /**
     * Turned away.
     *
     * @param retryAfterNanos negative when nobody can know
     * @param byThisNodeAlone by the circuit of this node alone, while the one of all would let it pass
     */
    record Refused(Phase phase, long epoch, long retryAfterNanos, boolean byThisNodeAlone) implements Admission {
        Refused(Phase phase, long epoch, long retryAfterNanos) {
            this(phase, epoch, retryAfterNanos, false);
        }

        /** Turned away by the circuit of this node alone. */
        Refused byThisNode() {
            return new Refused(phase, epoch, retryAfterNanos, true);
        }

        Optional<Duration> retryAfter() {
            return retryAfterNanos < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(retryAfterNanos));
        }
    }
}

package dev.firefly.resilience.engine.timelimiter;

import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.event.DeadlineExceeded;
import dev.firefly.resilience.timelimiter.TimeoutExceededException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What follows when calls of one limiter take too long.
 *
 * @param name the limiter's name
 */
record Overruns(String name, Environment environment) {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.timelimiter");

    /** Tells those who listen, on the calling thread. */
    void announce(Duration span) {
        environment
                .events()
                .publish(
                        DeadlineExceeded.class,
                        () -> new DeadlineExceeded(
                                Pattern.TIME_LIMITER,
                                name,
                                Instant.ofEpochSecond(0, environment.clock().nanos()),
                                environment.node(),
                                span));
    }

    /**
     * What a call that is late ends with.
     *
     * @param failure what its body threw, null when that is not known or did not happen
     */
    Throwable failure(Duration span, @Nullable Throwable failure) {
        if (failure instanceof Error) {
            return failure;
        }
        TimeoutExceededException exceeded = new TimeoutExceededException(name, span);
        return failure == null ? exceeded : Failures.suppress(exceeded, failure);
    }

    /** Sees to it that an error does not vanish because whoever called has long been told something else. */
    void complain(@Nullable Throwable failure) {
        if (failure instanceof Error) {
            LOG.log(Level.ERROR, "Time limiter [" + name + "]: a call that took too long failed in the end", failure);
        }
    }
}

package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitClosed;
import dev.firefly.resilience.event.CircuitHalfOpened;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.DeadlineExceeded;
import dev.firefly.resilience.event.FallbackExecuted;
import dev.firefly.resilience.event.LateResultIgnored;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.event.RetryAttempted;
import dev.firefly.resilience.event.RetryExhausted;
import java.time.Duration;
import java.util.Optional;

/** Events in words. */
final class EventText {
    private EventText() {}

    static String of(ResilienceEvent event) {
        if (event instanceof CircuitOpened opened) {
            return "rejects for " + duration(opened.state().openFor()) + " ("
                    + opened.state().failureCount() + " failures in the window)";
        } else if (event instanceof CircuitHalfOpened) {
            return "the wait is over, the first probe is on its way";
        } else if (event instanceof CircuitClosed) {
            return "the probes succeeded, all calls are welcome";
        } else if (event instanceof CallRejected rejected) {
            return rejected.code()
                    + rejected.retryAfter().map(EventText::tryAgain).orElse("");
        } else if (event instanceof DeadlineExceeded exceeded) {
            return "no answer within " + Durations.limit(exceeded.limit()) + ", the call is interrupted";
        } else if (event instanceof RetryAttempted retry) {
            return "attempt " + retry.attempt() + " failed (" + message(retry.failure()) + "), the next in "
                    + Durations.rounded(retry.delay());
        } else if (event instanceof RetryExhausted retry) {
            return retry.attempts() + " attempts failed (" + message(retry.failure()) + ')';
        } else if (event instanceof FallbackExecuted fallback) {
            return "the last known value in place of "
                    + fallback.failure().getClass().getSimpleName();
        } else if (event instanceof LateResultIgnored late) {
            return "a " + (late.success() ? "success" : "failure") + " came when the circuit had moved on";
        }
        return event.toString();
    }

    private static String message(Optional<Throwable> failure) {
        return failure.map(Throwable::getMessage).orElse("no message");
    }

    private static String tryAgain(Duration retryAfter) {
        return ", try again in " + Durations.rounded(retryAfter);
    }

    private static String duration(Optional<Duration> duration) {
        return duration.map(Durations::rounded).orElse("an unknown time");
    }
}

package dev.firefly.resilience.examples.flakyapi.node;

import dev.firefly.resilience.event.CallRejected;
import dev.firefly.resilience.event.CircuitOpened;
import dev.firefly.resilience.event.ResilienceEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Observes all events of the library, and reports them. */
@ApplicationScoped
class EventReporter {
    @Inject
    Wire wire;

    void report(@Observes ResilienceEvent event) {
        if (event instanceof CallRejected rejected) {
            String code = rejected.code().name();
            wire.send(new Message(Message.Kind.REJECTED, event.time(), null, code, EventText.of(event)));
            return;
        }
        @Nullable
        Instant openedAt = event instanceof CircuitOpened opened
                ? opened.state().openedAt().orElse(null)
                : null;
        wire.send(new Message(
                Message.Kind.EVENT, event.time(), openedAt, event.getClass().getSimpleName(), EventText.of(event)));
    }
}

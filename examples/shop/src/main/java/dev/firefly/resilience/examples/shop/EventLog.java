package dev.firefly.resilience.examples.shop;

import dev.firefly.resilience.event.ResilienceEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Remembers the latest events; an application would count them, or tell somebody. Thread-safe. */
@ApplicationScoped
public class EventLog {
    private static final int KEPT = 100;

    private final Deque<ResilienceEvent> latest = new ConcurrentLinkedDeque<>();

    void note(@Observes ResilienceEvent event) {
        latest.addLast(event);
        if (latest.size() > KEPT) {
            latest.pollFirst();
        }
    }

    /** Oldest first. */
    List<ResilienceEvent> latest() {
        return List.copyOf(latest);
    }
}

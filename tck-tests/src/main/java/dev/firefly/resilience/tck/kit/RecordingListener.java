package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.event.ResilienceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A listener that remembers what it hears, in the order in which it heard of it. Thread-safe. */
public final class RecordingListener implements Consumer<ResilienceEvent> {
    private final List<ResilienceEvent> events = new ArrayList<>();

    /** A listener that is not subscribed anywhere yet. */
    public RecordingListener() {}

    /** A listener that hears of every event from now on, for as long as those events are there. */
    public static RecordingListener on(Events events) {
        RecordingListener listener = new RecordingListener();
        events.subscribe(ResilienceEvent.class, listener);
        return listener;
    }

    @Override
    public synchronized void accept(ResilienceEvent event) {
        events.add(event);
        notifyAll();
    }

    /** All events so far. */
    public synchronized List<ResilienceEvent> events() {
        return List.copyOf(events);
    }

    /** The events of one type so far. */
    public synchronized <T extends ResilienceEvent> List<T> events(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /**
     * Waits in real time until there are at least so many events.
     *
     * @return all events then
     * @throws AssertionError when there are not so many within 30 seconds
     */
    public synchronized List<ResilienceEvent> await(int count) throws InterruptedException {
        return await(ResilienceEvent.class, count);
    }

    /**
     * Waits in real time until there are at least so many events of a type.
     *
     * @return the events of the type then
     * @throws AssertionError when there are not so many within 30 seconds
     */
    public synchronized <T extends ResilienceEvent> List<T> await(Class<T> type, int count)
            throws InterruptedException {
        Awaiting.until(
                this,
                () -> events(type).size() >= count,
                () -> events(type).size() + " events of type " + type.getSimpleName() + " instead of " + count
                        + "; heard of " + events);
        return events(type);
    }

    /** Forgets the events so far. */
    public synchronized void clear() {
        events.clear();
    }
}

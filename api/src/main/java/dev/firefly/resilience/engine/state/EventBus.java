package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.event.ResilienceEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands events to listeners. Publishing reads one reference for this bus, and one for the bus around it if there is one;
 * when nobody listens for the type, nothing is built.
 */
public final class EventBus implements Events {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.event");

    private final Atom<List<Entry>> entries = new Atom<>(List.of());
    private final @Nullable EventBus outer;

    /** A bus of its own. */
    public EventBus() {
        this(null);
    }

    /** @param outer its listeners hear, after this bus's own, everything that is published here; null: nobody else does */
    public EventBus(@Nullable EventBus outer) {
        this.outer = outer;
    }

    private record Entry(
            Class<? extends ResilienceEvent> type, Consumer<? super ResilienceEvent> listener, Object handle) {}

    @Override
    @SuppressWarnings("unchecked") // the listener is only ever called with instances of its type
    public <T extends ResilienceEvent> Subscription subscribe(Class<T> type, Consumer<? super T> listener) {
        Object handle = new Object();
        Entry added = new Entry(type, (Consumer<? super ResilienceEvent>) listener, handle);
        entries.swap(now -> {
            List<Entry> next = new ArrayList<>(now);
            next.add(added);
            return List.copyOf(next);
        });
        return () -> entries.swap(
                now -> now.stream().filter(entry -> entry.handle != handle).toList());
    }

    /** Publishes what the supplier builds, if anybody listens for the type. */
    public <T extends ResilienceEvent> void publish(Class<? extends T> type, Supplier<T> event) {
        if (!isHeard(type)) {
            return;
        }
        T built = event.get();
        List<Object> told = new ArrayList<>();
        for (EventBus bus = this; bus != null; bus = bus.outer) {
            bus.tell(type, built, told);
        }
    }

    boolean isHeard(Class<? extends ResilienceEvent> type) {
        for (EventBus bus = this; bus != null; bus = bus.outer) {
            for (Entry entry : bus.entries.get()) {
                if (entry.type.isAssignableFrom(type)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** @param told whom this event has been told already: a listener hears of it once, however often it is subscribed */
    private void tell(Class<? extends ResilienceEvent> type, ResilienceEvent event, List<Object> told) {
        for (Entry entry : entries.get()) {
            if (entry.type.isAssignableFrom(type) && !containsIdentity(told, entry.listener)) {
                told.add(entry.listener);
                tell(entry.listener, event);
            }
        }
    }

    private static boolean containsIdentity(List<Object> list, Object wanted) {
        for (Object object : list) {
            if (object == wanted) {
                return true;
            }
        }
        return false;
    }

    private static void tell(Consumer<? super ResilienceEvent> listener, ResilienceEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable e) { // a checked one or an error too: the call it interrupted must go on
            complain(event, e);
        }
    }

    private static void complain(ResilienceEvent event, Throwable thrown) {
        try {
            String name = event.getClass().getSimpleName();
            LOG.log(Level.WARNING, "A listener for " + name + " threw; nothing changes", thrown);
        } catch (Throwable e) {
            // a log that cannot write is no reason to end somebody's call
        }
    }
}

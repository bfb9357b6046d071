package dev.firefly.resilience.cdi;

import dev.firefly.resilience.event.Events;
import dev.firefly.resilience.event.ResilienceEvent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.BeanContainer;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Hands the registry's events to observers. It listens only for those that somebody observes, so that an event which
 * nobody observes is not even built. Confined to the deploying thread, apart from the listeners.
 */
final class CdiEvents {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.cdi");

    private final Set<Class<?>> observed = new HashSet<>();
    private final Set<Class<?>> observedAsync = new HashSet<>();
    private final List<Events.Subscription> subscriptions = new ArrayList<>();

    /** Notes what an observer wants to hear of. Events of ours have no qualifier, so that one with some hears of none. */
    void note(ObserverMethod<?> observer) {
        if (!observer.getObservedQualifiers().stream().allMatch(Any.Literal.INSTANCE::equals)) {
            return;
        }
        note(Generics.raw(observer.getObservedType()), observer.isAsync());
    }

    /** Notes a class whose instances somebody wants to hear of, at once or asynchronously. */
    void note(Class<?> observedClass, boolean async) {
        (async ? observedAsync : observed).add(observedClass);
    }

    /** Begins to hand over. */
    void connect(Events events, BeanContainer container) {
        connect(ResilienceEvent.class, events, container);
    }

    /** Ends it. */
    void disconnect() {
        subscriptions.forEach(Events.Subscription::close);
        subscriptions.clear();
    }

    private void connect(Class<? extends ResilienceEvent> type, Events events, BeanContainer container) {
        if (type.isSealed()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                connect(permitted.asSubclass(ResilienceEvent.class), events, container);
            }
            return;
        }
        if (matches(observed, type)) {
            Event<Object> target = container.getEvent();
            // Some are announced on threads of stores, or of whoever completed a stage.
            RequestContexts requests = new RequestContexts(container);
            subscriptions.add(events.subscribe(type, event -> requests.run(() -> target.fire(event))));
        }
        if (matches(observedAsync, type)) {
            Event<Object> target = container.getEvent();
            subscriptions.add(events.subscribe(type, event -> fireAsync(target, event)));
        }
    }

    private static boolean matches(Set<Class<?>> classes, Class<?> type) {
        return classes.stream().anyMatch(candidate -> candidate.isAssignableFrom(type));
    }

    private static void fireAsync(Event<Object> target, ResilienceEvent event) {
        target.fireAsync(event).exceptionally(failure -> {
            LOG.log(Level.WARNING, "An asynchronous observer of " + event + " threw; nothing changes", failure);
            return event;
        });
    }
}

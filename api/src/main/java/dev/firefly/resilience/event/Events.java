package dev.firefly.resilience.event;

import java.util.function.Consumer;

/** Where to hear of events. Thread-safe. */
public interface Events {
    /**
     * Calls the listener for every event of the type from now on. It runs on the thread on which the event happens,
     * after the state has changed and with no lock held; it should be quick. What it throws is logged and changes
     * nothing. A listener object that is already subscribed for the type is not added twice: it gets a handle of its
     * own, and is called until all handles are closed.
     *
     * @param type the event, or {@link ResilienceEvent} for all of them
     * @return the handle that ends the subscription
     */
    <T extends ResilienceEvent> Subscription subscribe(Class<T> type, Consumer<? super T> listener);

    /** A handle on a listener. */
    interface Subscription extends AutoCloseable {
        /** Ends the subscription; harmless when it has ended already. */
        @Override
        void close();
    }
}

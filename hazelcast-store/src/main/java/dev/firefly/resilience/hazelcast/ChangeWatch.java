package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import com.hazelcast.core.LifecycleService;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryAddedListener;
import com.hazelcast.map.listener.EntryEvictedListener;
import com.hazelcast.map.listener.EntryExpiredListener;
import com.hazelcast.map.listener.EntryMergedListener;
import com.hazelcast.map.listener.EntryRemovedListener;
import com.hazelcast.map.listener.EntryUpdatedListener;
import dev.firefly.resilience.store.ResilienceStore.ChangeListener;
import dev.firefly.resilience.store.ResilienceStore.Watch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hears what happens in all maps of the store and passes it on, until it is closed. */
final class ChangeWatch
        implements Watch,
                EntryAddedListener<String, byte[]>,
                EntryUpdatedListener<String, byte[]>,
                EntryMergedListener<String, byte[]>,
                EntryRemovedListener<String, byte[]>,
                EntryEvictedListener<String, byte[]>,
                EntryExpiredListener<String, byte[]>,
                LifecycleListener {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.hazelcast");

    private final ChangeListener listener;
    private final Consumer<ChangeWatch> onClose;
    private final Map<IMap<String, byte[]>, UUID> registrations = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private @Nullable LifecycleService lifecycle;
    private @Nullable UUID lifecycleId;

    ChangeWatch(ChangeListener listener, Consumer<ChangeWatch> onClose) {
        this.listener = listener;
        this.onClose = onClose;
    }

    /** Begins to listen; all or none. */
    void start(LifecycleService service, Collection<IMap<String, byte[]>> maps) {
        lifecycle = service;
        try {
            lifecycleId = service.addLifecycleListener(this);
            maps.forEach(map -> registrations.put(map, map.addEntryListener(this, true)));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What is under way to the listener may still arrive in Hazelcast after this, but goes no further. */
    @Override
    public void close() {
        closed = true;
        OwnThread.run(this::end);
    }

    private void end() {
        if (lifecycle != null && lifecycleId != null) {
            lifecycle.removeLifecycleListener(lifecycleId);
        }
        registrations.forEach((map, id) -> {
            try {
                map.removeEntryListener(id);
            } catch (RuntimeException e) {
                // The cluster, or our connection to it, is gone, and the listener with it.
                LOG.log(Level.DEBUG, () -> "Could not stop listening to " + map.getName(), e);
            }
        });
        registrations.clear();
        onClose.accept(this);
    }

    @Override
    public void entryAdded(EntryEvent<String, byte[]> event) {
        pass(event, event.getValue());
    }

    @Override
    public void entryUpdated(EntryEvent<String, byte[]> event) {
        pass(event, event.getValue());
    }

    @Override
    public void entryMerged(EntryEvent<String, byte[]> event) {
        pass(event, event.getValue());
    }

    @Override
    public void entryRemoved(EntryEvent<String, byte[]> event) {
        pass(event, null);
    }

    @Override
    public void entryEvicted(EntryEvent<String, byte[]> event) {
        pass(event, null);
    }

    @Override
    public void entryExpired(EntryEvent<String, byte[]> event) {
        pass(event, null);
    }

    /** Only a member of the part of a split cluster that gives way hears of these. */
    @Override
    public void stateChanged(LifecycleEvent event) {
        if (closed) {
            return;
        }
        try {
            if (event.getState() == LifecycleState.MERGING) {
                listener.healing();
            } else if (event.getState() == LifecycleState.MERGED) {
                listener.healed();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "A listener failed to hear that the cluster has found together", e);
        }
    }

    private void pass(EntryEvent<String, byte[]> event, byte @Nullable [] value) {
        if (closed) {
            return;
        }
        String key = StoreKey.of(event.getName(), event.getKey());
        try {
            listener.changed(key, value);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "A listener failed to hear of " + key, e);
        }
    }
}

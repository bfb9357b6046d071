package dev.firefly.resilience.tck;

import dev.firefly.resilience.store.ResilienceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/**
 * The contract of {@link ResilienceStore}, as tests. A store's author extends this class and says how to open the store:
 *
 * <pre>{@code
 * class MyStoreTest extends StoreContract {
 *     protected ResilienceStore open() {
 *         return new MyStore(sharedServer, "firefly:resilience");
 *     }
 * }
 * }</pre>
 *
 * <p>The tests ask for one or two nodes, use keys that no other test uses, and close what they opened. They meet at
 * latches and wait with a bound, so that a store which hangs fails instead of blocking the build. One of them holds a lock
 * until it lapses and takes as long as that does.
 */
public abstract class StoreContract implements ValueContract, LockContract, ChangeContract, ClusterContract {
    private final String unique = UUID.randomUUID().toString();
    private final List<ResilienceStore> opened = new ArrayList<>();

    /** For subclasses. */
    protected StoreContract() {}

    /**
     * Opens the store once more, as one more node that shares all data with those opened before. It is closed by the
     * test.
     */
    protected abstract ResilienceStore open();

    /** What the keys of the opened stores begin with; {@code firefly:resilience} unless overridden. */
    protected String prefix() {
        return "firefly:resilience";
    }

    /** How far the clocks of two nodes may be apart; 250 milliseconds unless overridden, to allow for a busy machine. */
    @Override
    public Duration clockTolerance() {
        return Duration.ofMillis(250);
    }

    @Override
    public final ResilienceStore node() {
        ResilienceStore store = open();
        opened.add(store);
        return store;
    }

    @Override
    public final String key(String pattern, String name) {
        return prefix() + ':' + pattern + ':' + unique + name;
    }

    @AfterEach
    final void closeNodes() {
        opened.forEach(ResilienceStore::close);
    }
}

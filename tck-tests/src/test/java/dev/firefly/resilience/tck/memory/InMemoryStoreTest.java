package dev.firefly.resilience.tck.memory;

import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.StoreContract;

/** The store contract on the store in the memory of one JVM. */
class InMemoryStoreTest extends StoreContract {
    private final InMemoryStore first = new InMemoryStore();

    @Override
    protected ResilienceStore open() {
        return first.join();
    }
}

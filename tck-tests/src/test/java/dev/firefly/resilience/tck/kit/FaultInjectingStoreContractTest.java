package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.store.InMemoryStore;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.tck.StoreContract;

/** As long as nothing is to go wrong it is a store like any other. */
class FaultInjectingStoreContractTest extends StoreContract {
    private final InMemoryStore shared = new InMemoryStore();

    @Override
    protected ResilienceStore open() {
        return new FaultInjectingStore(shared.join());
    }
}

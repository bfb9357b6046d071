package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.store.StoreUnavailableException;
import dev.firefly.resilience.tck.kit.WriteFault;

/** Words for how a store fails. */
final class StoreFailures {
    static final WriteFault WRITTEN_BUT_THROWS = WriteFault.THROWS_AFTER;
    static final Class<StoreUnavailableException> UNAVAILABLE = StoreUnavailableException.class;

    private StoreFailures() {}

    static String codeOf(Call call) {
        if (call.failure() instanceof StoreUnavailableException unavailable) {
            return unavailable.code().name();
        }
        throw new AssertionError(call.failure());
    }
}

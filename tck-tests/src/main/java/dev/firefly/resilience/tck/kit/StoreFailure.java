package dev.firefly.resilience.tck.kit;

/** What a {@link FaultInjectingStore} throws unless it was told to throw something else. */
public final class StoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoreFailure(String message) {
        super(message);
    }
}

package dev.firefly.resilience.internal;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** A stage that takes no callback. */
public final class Refusing<T> extends CompletableFuture<T> {
    private final RuntimeException refusal;

    /** @param refusal what it throws instead */
    public Refusing(RuntimeException refusal) {
        this.refusal = refusal;
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        throw refusal;
    }
}

package dev.firefly.resilience.engine.call;

import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Guard;
import dev.firefly.resilience.engine.async.Stages;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the innermost guard stands around: nothing but the body. */
public final class Body implements Guard {
    /** The only one. */
    public static final Guard ALONE = new Body();

    private Body() {}

    @Override
    public String name() {
        return "body";
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedCallable<? extends T, E> body) throws E {
        return body.call();
    }

    @Override
    public <T extends @Nullable Object> CompletionStage<T> callAsync(
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return Stages.start(body);
    }

    /** The body as the inner guard calls it. */
    public static <T extends @Nullable Object, E extends Exception> CheckedCallable<? extends T, E> under(
            Guard inner, CheckedCallable<? extends T, E> body) {
        return inner == ALONE ? body : () -> inner.<T, E>call(body);
    }

    /** The asynchronous body as the inner guard calls it. */
    public static <T extends @Nullable Object>
            CheckedCallable<? extends CompletionStage<T>, ? extends Exception> stageUnder(
                    Guard inner, CheckedCallable<? extends CompletionStage<T>, ? extends Exception> body) {
        return inner == ALONE ? body : () -> inner.callAsync(body);
    }
}

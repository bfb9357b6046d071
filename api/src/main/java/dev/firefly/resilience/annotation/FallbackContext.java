package dev.firefly.resilience.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call that a {@link FallbackHandler} stands in for.
 *
 * @param method the guarded method
 * @param parameters what it was called with; not modifiable
 * @param failure what it failed with, without the wrappers that {@code java.util.concurrent} puts around it
 */
public record FallbackContext(Method method, List<@Nullable Object> parameters, Throwable failure) {
    /** Copies the parameters. */
    public FallbackContext {
        parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    }
}

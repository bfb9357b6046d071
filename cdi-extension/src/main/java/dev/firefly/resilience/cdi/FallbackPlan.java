package dev.firefly.resilience.cdi;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.core.CheckedCallable;
import dev.firefly.resilience.core.Failures;
import dev.firefly.resilience.fallback.Fallback;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The fallback of one method, ready to run. Immutable and thread-safe.
 *
 * @param rule what replaces what
 * @param registry what fallbacks are bound to
 */
record FallbackPlan(FallbackRule rule, ResilienceRegistry registry) {

    /** Replaces the failure of a synchronous call, or throws it. */
    @SuppressWarnings("NullAway") // null is a value, which the checker does not see in a type argument
    @Nullable
    Object replace(InvocationContext context, Throwable failure) throws Exception {
        CheckedCallable<@Nullable Object, Exception> failed = () -> {
            throw Failures.<Exception>rethrow(failure);
        };
        return bound(Fallback.<@Nullable Object>handle(
                        (cause, call) -> rule.substitute().make(context, cause)))
                .call(failed);
    }

    /** Starts an asynchronous call whose failure will be replaced. */
    // That it is a stage was checked at deployment; that it may be null the checker does not see in a type argument.
    @SuppressWarnings({"unchecked", "NullAway"})
    CompletionStage<@Nullable Object> start(
            InvocationContext context, CheckedCallable<CompletionStage<@Nullable Object>, Exception> body) {
        return bound(Fallback.<@Nullable Object>handleAsync((cause, call) ->
                        (CompletionStage<@Nullable Object>) rule.substitute().make(context, cause)))
                .callAsync(body);
    }

    private Fallback<@Nullable Object> bound(Fallback<@Nullable Object> fallback) {
        return registry.fallback(rule.name(), fallback.on(rule.on()).skipOn(rule.skipOn()));
    }
}

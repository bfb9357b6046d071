/**
 * The patterns as plain annotations, free of any container's types. The CDI extension makes interceptor bindings of them;
 * without it they do nothing.
 *
 * <p>What all of them have in common:
 *
 * <ul>
 *   <li>They stand on a method, on a class (then they mean all its business methods), or on a stereotype. The one on the
 *       method beats the one on the class, which beats the one on a stereotype: each annotation as a whole, attributes
 *       are not mixed.
 *   <li>{@code value} is the name of the instance. All places that give the same name share one instance, and with a
 *       shared store the whole cluster does. Without a name the method has an instance of its own, named after the bean
 *       class and the method: {@code com.acme.Orders#find(java.lang.String)}.
 *   <li>The other attributes are the code's own values. Configuration under the instance's name overrides them one by
 *       one, and an attribute that is not given is inherited from the configured instance {@code default}, or else has
 *       the default named at the attribute.
 *   <li>Durations are texts: a number of seconds ({@code "2"}, {@code "0.5"}), a number with ns, us, ms, s, m, h or d
 *       ({@code "250ms"}), or ISO-8601 ({@code "PT30S"}).
 *   <li>Values that are out of range stop the deployment, all of them reported at once.
 * </ul>
 *
 * <p>Around one method they nest in this order, outermost first: {@link dev.firefly.resilience.annotation.Fallback},
 * {@link dev.firefly.resilience.annotation.Retry}, {@link dev.firefly.resilience.annotation.CircuitBreaker},
 * {@link dev.firefly.resilience.annotation.RateLimiter}, {@link dev.firefly.resilience.annotation.Bulkhead},
 * {@link dev.firefly.resilience.annotation.TimeLimiter}. So each attempt of a retry is admitted and counted by the circuit,
 * takes a token and a permit, and has the whole time limit; and where a call is turned away, nothing further inside is
 * touched. A method that returns {@code CompletionStage} or {@code CompletableFuture} is guarded as asynchronous: what
 * counts is the outcome of the stage.
 */
@NullMarked
package dev.firefly.resilience.annotation;

import org.jspecify.annotations.NullMarked;

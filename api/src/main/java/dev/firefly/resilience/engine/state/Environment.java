package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a pattern instance is given by its registry.
 *
 * @param node the registry's name in events and as the owner of leases
 * @param clock this node's clock
 * @param random the source of chance
 * @param events where events go
 * @param executor runs the user's code when an asynchronous call cannot go on on the caller's thread
 * @param stackTraces whether rejections carry a stack trace
 * @param cells where state is kept
 * @param clusterEvents where it is announced what other nodes did to shared state; null: nowhere
 */
public record Environment(
        String node,
        Clock clock,
        Randomness random,
        EventBus events,
        Executor executor,
        boolean stackTraces,
        Cells cells,
        @Nullable EventBus clusterEvents) {

    /** One in which nothing is announced of other nodes. */
    public Environment(
            String node,
            Clock clock,
            Randomness random,
            EventBus events,
            Executor executor,
            boolean stackTraces,
            Cells cells) {
        this(node, clock, random, events, executor, stackTraces, cells, null);
    }
}

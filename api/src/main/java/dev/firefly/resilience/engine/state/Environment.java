package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.core.Clock;
import dev.firefly.resilience.core.Randomness;
import java.util.concurrent.Executor;

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
 */
public record Environment(
        String node,
        Clock clock,
        Randomness random,
        EventBus events,
        Executor executor,
        boolean stackTraces,
        Cells cells) {}

package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.circuitbreaker.SharedWait;
import java.util.ArrayList;
import java.util.List;

/**
 * What a pipeline consists of, apart from its fallback. Immutable.
 *
 * @param registry knows the named instances
 * @param steps outermost first, each of another pattern
 * @param surroundings what is given to the patterns of the pipeline's own
 */
record Definition(ResilienceRegistry registry, String name, List<Step> steps, Surroundings surroundings) {
    /** @throws dev.firefly.resilience.config.ConfigurationException when a circuit's settings do not suit the store */
    Definition {
        steps = List.copyOf(steps);
        if (surroundings.isShared()) {
            checkCircuits(steps, surroundings);
        }
    }

    private static void checkCircuits(List<Step> steps, Surroundings surroundings) {
        Problems problems = new Problems();
        for (Step step : steps) {
            if (step instanceof Step.Own<?> own && own.config() instanceof CircuitBreakerConfig config) {
                String prefix = own.kind().prefix(surroundings.instance());
                SharedWait.check(prefix, config, surroundings.places().maxStaleness(), problems);
            }
        }
        problems.throwIfAny();
    }

    /** @throws IllegalArgumentException when the pipeline has the pattern already */
    void requireNew(Pattern pattern) {
        if (steps.stream().anyMatch(step -> step.pattern() == pattern)) {
            throw new IllegalArgumentException(
                    "Pipeline [" + name + "] has a [" + pattern.key() + "] already; each pattern can be added once");
        }
    }

    /**
     * The same with another pattern inside of all others.
     *
     * @throws IllegalArgumentException when the pipeline has the pattern already
     */
    Definition with(Step innermost) {
        requireNew(innermost.pattern());
        List<Step> longer = new ArrayList<>(steps);
        longer.add(innermost);
        return new Definition(registry, name, longer, surroundings);
    }

    Definition with(Surroundings others) {
        return new Definition(registry, name, steps, others);
    }
}

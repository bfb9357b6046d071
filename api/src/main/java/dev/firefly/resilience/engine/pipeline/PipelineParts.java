package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.Pipeline;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.engine.config.Names;
import dev.firefly.resilience.engine.state.CellsFactory;
import dev.firefly.resilience.engine.state.Environment;
import dev.firefly.resilience.engine.timelimiter.DeadlineWatch;
import java.util.List;

/** Makes the pipelines of one registry, and keeps what they open. Thread-safe. */
public final class PipelineParts implements AutoCloseable {
    private final ResilienceRegistry registry;
    private final Environment environment;
    private final Places places;

    /**
     * @param registry knows the named instances
     * @param environment what the registry's instances are given
     * @param deadlines watches over time by the clock of the environment
     * @param cells makes cells beside those of the environment
     */
    public PipelineParts(
            ResilienceRegistry registry, Environment environment, DeadlineWatch deadlines, CellsFactory cells) {
        this.registry = registry;
        this.environment = environment;
        this.places = new Places(environment, deadlines, cells);
    }

    /**
     * A pipeline without patterns.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException when it cannot have that name
     */
    public Pipeline empty(String name) {
        Surroundings surroundings = new Surroundings(places, Names.inPipeline(name), null, environment);
        return new PlainPipeline(new Chain(new Definition(registry, name, List.of(), surroundings)));
    }

    /** Closes what was opened for pipelines, but neither their stores nor what belongs to the registry. */
    @Override
    public void close() {
        places.close();
    }
}

package dev.firefly.resilience.engine.pipeline;

import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.call.NestingGuard;

/** One pattern of a pipeline. Immutable. */
sealed interface Step {
    Pattern pattern();

    /** What stands around the calls of the pipeline. */
    NestingGuard guard(Surroundings surroundings);

    /** An instance of the registry, shared with all who use its name; what the pipeline is given does not concern it. */
    record Named(Pattern pattern, NestingGuard guard) implements Step {
        @Override
        public NestingGuard guard(Surroundings surroundings) {
            return guard;
        }
    }

    /** A pattern that belongs to the pipeline. */
    record Own<C>(OwnPattern<C, ?> kind, C config) implements Step {
        @Override
        public Pattern pattern() {
            return kind.pattern();
        }

        @Override
        public NestingGuard guard(Surroundings surroundings) {
            return kind.maker().apply(surroundings, config);
        }
    }
}

package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The instances of one pattern, each built at the first request for its name, and the settings they live under, which can
 * be replaced while they live. Thread-safe; to build and to replace are each other's turn, across all that share one.
 *
 * @param <C> the settings
 * @param <G> the pattern
 */
final class Instances<C, G> {
    private final Map<String, Built<C, G>> built = new ConcurrentHashMap<>();
    private final Function<String, C> settings;
    private final BiFunction<String, Supplier<C>, G> maker;
    private final Object turn;

    /** An instance with its settings. */
    private static final class Built<C, G> {
        private final G instance;
        private volatile C settings;

        Built(String name, C settings, BiFunction<String, Supplier<C>, G> maker) {
            this.settings = settings;
            this.instance = maker.apply(name, this::settings);
        }

        C settings() {
            return settings;
        }
    }

    /**
     * @param settings the settings of a name now in force; throws where there are none
     * @param maker builds an instance
     * @param turn whoever holds its monitor is the only one to build or replace
     */
    Instances(Function<String, C> settings, BiFunction<String, Supplier<C>, G> maker, Object turn) {
        this.settings = settings;
        this.maker = maker;
        this.turn = turn;
    }

    /** The instance of that name. */
    G get(String name) {
        Built<C, G> known = built.get(name);
        return known != null ? known.instance : build(name).instance;
    }

    private Built<C, G> build(String name) {
        synchronized (turn) {
            Built<C, G> known = built.get(name);
            if (known == null) {
                known = new Built<>(name, settings.apply(name), maker);
                built.put(name, known);
            }
            return known;
        }
    }

    /** The names of all that have been built. */
    Set<String> names() {
        return new TreeSet<>(built.keySet());
    }

    /**
     * Finds the next settings for all that have been built; what is wrong with them is noted as a problem. To be called by
     * whoever has the turn, and keeps it until the result has run: what was built in between would miss it.
     *
     * @return puts them into force; what has not changed stays the same object
     */
    Runnable next(Function<String, C> next, Problems problems) {
        Map<Built<C, G>, C> found = new HashMap<>();
        new TreeMap<>(built)
                .forEach((name, one) -> lookUp(name, next, problems).ifPresent(config -> {
                    if (!config.equals(one.settings)) {
                        found.put(one, config);
                    }
                }));
        return () -> found.forEach((one, config) -> one.settings = config);
    }

    private static <C> Optional<C> lookUp(String name, Function<String, C> next, Problems problems) {
        try {
            return Optional.of(next.apply(name));
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
            return Optional.empty();
        }
    }
}

package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.retry.RetryConfig;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The configuration of one registry: everything that was set, inherited and validated. Immutable and thread-safe.
 *
 * <p>What is set for an instance, from the weakest: the library's defaults, the keys of the instance {@code default},
 * values in code, the instances named by {@code base} from the farthest on, the instance's own keys.
 */
public final class ConfigurationModel {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.config");

    private final Globals globals;
    private final Catalog<RetryConfig, RetryConfig.Builder> retries;
    private final Catalog<CircuitBreakerConfig, CircuitBreakerConfig.Builder> circuitBreakers;

    private ConfigurationModel(Parts parts, Intake unprepared) {
        globals = GlobalKeys.read(unprepared);
        Intake intake = unprepared.obeying(globals);
        Map<Pattern, Set<String>> names = KeyScan.names(intake, parts.providerKeys);
        retries = Catalog.load(parts.reader(Pattern.RETRY, RetryKeys.TABLE, parts.retries, names), intake);
        circuitBreakers = Catalog.load(
                parts.reader(Pattern.CIRCUIT_BREAKER, CircuitBreakerKeys.TABLE, parts.circuitBreakers, names), intake);
    }

    /**
     * Reads and validates everything. Class names are resolved without initializing the classes.
     *
     * @param settings the keys and their values; asked again when an instance is requested whose name nobody knew
     * @param declarations uses of instances in code
     * @param retries complete configs of retries given in code, by name
     * @param circuitBreakers complete configs of circuit breakers given in code, by name
     * @param loader finds exception classes
     * @param providerKeys the keys that store providers read, without the common prefix
     * @throws ConfigurationException listing everything that is wrong
     */
    public static ConfigurationModel load(
            Settings settings,
            Collection<Declaration> declarations,
            Map<String, RetryConfig> retries,
            Map<String, CircuitBreakerConfig> circuitBreakers,
            ClassLoader loader,
            Set<String> providerKeys) {
        Parts parts =
                new Parts(List.copyOf(declarations), Map.copyOf(retries), Map.copyOf(circuitBreakers), providerKeys);
        return load(settings, parts, loader, warning -> LOG.log(Level.WARNING, warning));
    }

    static ConfigurationModel load(Settings settings, Parts parts, ClassLoader loader, Consumer<String> warnings) {
        Intake intake = new Intake(settings, loader, Strictness.FAIL, Strictness.FAIL, warnings, new Problems());
        parts.checkPatterns(intake);
        ConfigurationModel model = new ConfigurationModel(parts, intake);
        intake.throwIfAnything();
        return model;
    }

    /** The settings that concern no single instance. */
    public Globals globals() {
        return globals;
    }

    /**
     * The config of the retry of that name.
     *
     * @throws ConfigurationException when it is not configured while other retries are
     */
    public RetryConfig retry(String name) {
        return retries.get(name);
    }

    /**
     * The config of the circuit breaker of that name.
     *
     * @throws ConfigurationException when it is not configured while other circuit breakers are
     */
    public CircuitBreakerConfig circuitBreaker(String name) {
        return circuitBreakers.get(name);
    }

    /** The circuit breakers known so far, by name. */
    public Map<String, CircuitBreakerConfig> circuitBreakers() {
        return circuitBreakers.configs();
    }

    /** What comes from elsewhere than settings. */
    record Parts(
            List<Declaration> declarations,
            Map<String, RetryConfig> retries,
            Map<String, CircuitBreakerConfig> circuitBreakers,
            Set<String> providerKeys) {

        private <C, B> InstanceReader<C, B> reader(
                Pattern pattern, Table<C, B> table, Map<String, C> wholes, Map<Pattern, Set<String>> names) {
            Map<String, List<Declaration>> byName = declarations.stream()
                    .filter(use -> use.pattern() == pattern)
                    .collect(Collectors.groupingBy(Declaration::name, TreeMap::new, Collectors.toList()));
            return new InstanceReader<>(pattern, table, wholes, byName, names.getOrDefault(pattern, Set.of()));
        }

        private void checkPatterns(Intake intake) {
            declarations.stream()
                    .filter(use -> !Keys.TABLES.containsKey(use.pattern()))
                    .forEach(use -> intake.add(new Problem(
                            use.pattern().key() + '.' + use.name(),
                            "is of a pattern that cannot be configured; those that can are "
                                    + Keys.TABLES.keySet().stream()
                                            .map(Pattern::key)
                                            .collect(Collectors.joining(", ")),
                            use.source())));
        }
    }
}

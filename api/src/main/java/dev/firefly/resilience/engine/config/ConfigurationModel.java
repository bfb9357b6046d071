package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.bulkhead.BulkheadConfig;
import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import dev.firefly.resilience.retry.RetryConfig;
import dev.firefly.resilience.timelimiter.TimeLimiterConfig;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final Map<Pattern, Catalog<?, ?>> catalogs = new EnumMap<>(Pattern.class);

    private ConfigurationModel(Parts parts, Intake unprepared) {
        globals = GlobalKeys.read(unprepared);
        Intake intake = unprepared.obeying(globals);
        Map<Pattern, Set<String>> names = KeyScan.names(intake, parts.providerKeys);
        Keys.TABLES.forEach(
                (pattern, table) -> catalogs.put(pattern, Catalog.load(parts.reader(pattern, table, names), intake)));
    }

    /**
     * Reads and validates everything. Class names are resolved without initializing the classes.
     *
     * @param settings the keys and their values; asked again when an instance is requested whose name nobody knew
     * @param declarations uses of instances in code
     * @param inCode complete configs given in code
     * @param loader finds exception classes
     * @param providerKeys the keys that store providers read, without the common prefix
     * @throws ConfigurationException listing everything that is wrong
     */
    public static ConfigurationModel load(
            Settings settings,
            Collection<Declaration> declarations,
            InCode inCode,
            ClassLoader loader,
            Set<String> providerKeys) {
        Parts parts = new Parts(List.copyOf(declarations), inCode, providerKeys);
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
        return get(Pattern.RETRY, RetryConfig.class, name);
    }

    /** As {@link #retry}, for a circuit breaker. */
    public CircuitBreakerConfig circuitBreaker(String name) {
        return get(Pattern.CIRCUIT_BREAKER, CircuitBreakerConfig.class, name);
    }

    /** As {@link #retry}, for a rate limiter. */
    public RateLimiterConfig rateLimiter(String name) {
        return get(Pattern.RATE_LIMITER, RateLimiterConfig.class, name);
    }

    /** As {@link #retry}, for a bulkhead. */
    public BulkheadConfig bulkhead(String name) {
        return get(Pattern.BULKHEAD, BulkheadConfig.class, name);
    }

    /** As {@link #retry}, for a time limiter. */
    public TimeLimiterConfig timeLimiter(String name) {
        return get(Pattern.TIME_LIMITER, TimeLimiterConfig.class, name);
    }

    /** The circuit breakers known so far, by name. */
    public Map<String, CircuitBreakerConfig> circuitBreakers() {
        Map<String, CircuitBreakerConfig> known = new TreeMap<>();
        catalog(Pattern.CIRCUIT_BREAKER)
                .configs()
                .forEach((name, config) -> known.put(name, (CircuitBreakerConfig) config));
        return known;
    }

    /** The names of all instances of a pattern that were known when this was loaded. */
    public Set<String> names(Pattern pattern) {
        return catalog(pattern).configs().keySet();
    }

    /** Whether an instance of that name was known when this was loaded. */
    public boolean isKnown(Pattern pattern, String name) {
        return catalog(pattern).isKnown(name);
    }

    /** Everything that is set for an instance; throws as the getter for its config does. */
    public InstanceSettings describe(Pattern pattern, String name) {
        return catalog(pattern).describe(name);
    }

    private <C> C get(Pattern pattern, Class<C> type, String name) {
        return type.cast(catalog(pattern).get(name));
    }

    private Catalog<?, ?> catalog(Pattern pattern) {
        return Objects.requireNonNull(catalogs.get(pattern), pattern::key);
    }

    /** What comes from elsewhere than settings. */
    record Parts(List<Declaration> declarations, InCode inCode, Set<String> providerKeys) {

        private <C, B> InstanceReader<C, B> reader(
                Pattern pattern, Table<C, B> table, Map<Pattern, Set<String>> names) {
            Map<String, List<Declaration>> byName = declarations.stream()
                    .filter(use -> use.pattern() == pattern)
                    .collect(Collectors.groupingBy(Declaration::name, TreeMap::new, Collectors.toList()));
            return new InstanceReader<>(
                    pattern, table, inCode.of(pattern, table.type()), byName, names.getOrDefault(pattern, Set.of()));
        }

        private void checkPatterns(Intake intake) {
            declarations.stream()
                    .filter(use -> !Keys.TABLES.containsKey(use.pattern()))
                    .forEach(use -> intake.add(Problem.withRemedy(
                            use.pattern().key() + '.' + use.name(),
                            "is of a pattern that cannot be configured: remove it, or use one of "
                                    + Keys.TABLES.keySet().stream()
                                            .map(Pattern::key)
                                            .collect(Collectors.joining(", ")),
                            use.source())));
        }
    }
}

package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.retry.RetryConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A configuration to be tried out: lines without the common prefix, environment variables, and values in code. */
final class Given implements Settings {
    static final String FILE = "app.properties";
    static final String ENVIRONMENT = "environment";

    final List<String> warnings = new ArrayList<>();
    private final Map<String, Setting> file = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<Declaration> declarations = new ArrayList<>();
    private final InCode inCode = new InCode();
    private Set<String> providerKeys = Set.of();

    /** Lines such as {@code retry.aggressive.max-attempts=5}. */
    static Given lines(String... lines) {
        return new Given().and(FILE, lines);
    }

    /** More lines, of another source. */
    Given and(String source, String... lines) {
        pairs(lines).forEach((key, value) -> file.put(PREFIX + key, new Setting(PREFIX + key, value, source)));
        return this;
    }

    /** Full keys that need not be ours. */
    Given foreign(String... keys) {
        Arrays.stream(keys).forEach(key -> file.put(key, new Setting(key, "1", FILE)));
        return this;
    }

    /** Environment variables, without the common prefix, such as {@code RETRY_AGGRESSIVE_MAX_ATTEMPTS=5}. */
    Given environment(String... lines) {
        pairs(lines).forEach((name, value) -> environment.put("FIREFLY_RESILIENCE_" + name, value));
        return this;
    }

    /** The use of an instance under its name. */
    Given declared(Pattern pattern, String name, String source, String... lines) {
        declarations.add(new Declaration(pattern, name, true, pairs(lines), source));
        return this;
    }

    /** The use of an instance under a name that was derived from the place. */
    Given derived(Pattern pattern, String name, String source, String... lines) {
        declarations.add(new Declaration(pattern, name, false, pairs(lines), source));
        return this;
    }

    Given retry(String name, RetryConfig config) {
        inCode.put(Pattern.RETRY, name, config);
        return this;
    }

    Given circuitBreaker(String name, CircuitBreakerConfig config) {
        inCode.put(Pattern.CIRCUIT_BREAKER, name, config);
        return this;
    }

    Given providerKeys(String... keys) {
        providerKeys = Set.of(keys);
        return this;
    }

    ConfigurationModel load() {
        ConfigurationModel.Parts parts = new ConfigurationModel.Parts(declarations, inCode, providerKeys);
        return ConfigurationModel.load(this, parts, Given.class.getClassLoader(), warnings::add);
    }

    /** Everything that is wrong, as it is told. */
    List<String> problems() {
        try {
            load();
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Override
    public Set<String> keys() {
        return file.keySet();
    }

    @Override
    public Optional<Setting> find(String key) {
        String variable = key.replaceAll("[^a-zA-Z0-9]", "_").toUpperCase(Locale.ROOT);
        return Optional.ofNullable(environment.get(variable))
                .map(value -> new Setting(key, value, ENVIRONMENT))
                .or(() -> Optional.ofNullable(file.get(key)));
    }

    @Override
    public Set<String> environmentNames() {
        return environment.keySet();
    }

    private static Map<String, String> pairs(String... lines) {
        return Arrays.stream(lines)
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }
}

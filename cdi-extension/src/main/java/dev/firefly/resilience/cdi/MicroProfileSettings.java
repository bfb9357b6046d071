package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.Settings;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings out of MicroProfile Config. Asks the one {@link Config} it was given, never the provider, which some servers
 * refuse to answer while an application stops. As thread-safe as that.
 */
final class MicroProfileSettings implements Settings {
    private static final String ENVIRONMENT_PREFIX = mangled(PREFIX);

    private final Config config;

    MicroProfileSettings(Config config) {
        this.config = config;
    }

    /** The settings of the application that is starting; none, which is then noted as a problem, without MicroProfile Config. */
    static Settings current(DeploymentProblems problems) {
        try {
            return new MicroProfileSettings(ConfigProvider.getConfig());
        } catch (IllegalStateException | LinkageError e) {
            problems.add(ProblemKind.NO_CONFIG, "MicroProfile Config", "cannot be used: " + e);
            return Settings.none();
        }
    }

    /**
     * Some implementations list, for a variable {@code A_B}, the property {@code a.b} as well, which is a guess: it may
     * stand for {@code a-b}. Where such a pair comes from one source, the dotted name counts only if another source has
     * it by itself. And some remember the names for ever, so that what a source adds later is seen only there.
     */
    @Override
    public Set<String> keys() {
        Set<String> exact = new HashSet<>();
        Set<String> guessed = new HashSet<>();
        Set<String> keys = new TreeSet<>();
        for (ConfigSource source : config.getConfigSources()) {
            Set<String> names = source.getPropertyNames();
            Set<String> variables =
                    names.stream().map(name -> name.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
            for (String spelt : names) {
                String name = withoutProfile(spelt);
                if (name.startsWith(PREFIX)) {
                    // As it is spelt: a variable for a profile, _LIVE_A_B, begins with the profile too.
                    boolean isGuess = variables.contains(mangled(spelt));
                    (isGuess ? guessed : exact).add(name);
                    if (!isGuess && name.equals(spelt)) {
                        keys.add(name);
                    }
                }
            }
        }
        guessed.removeAll(exact);
        // Which profiles are active only the whole knows.
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(PREFIX) && !guessed.contains(name)) {
                keys.add(name);
            }
        }
        return keys;
    }

    @Override
    public Optional<Setting> find(String key) {
        ConfigValue found = config.getConfigValue(key);
        @Nullable String value = found.getValue();
        // An expression that cannot be resolved has a raw value only; told as it stands, it is refused with its source.
        @Nullable String text = value != null ? value : found.getRawValue();
        @Nullable String source = found.getSourceName();
        return Optional.ofNullable(text)
                .filter(known -> !isTakenAway(key, source))
                .map(known -> new Setting(key, known, source == null ? "" : source));
    }

    /**
     * Whether a source that counts for more than the one with the value sets the key to nothing. Payara passes over such
     * sources and answers with what was to be taken away.
     */
    private boolean isTakenAway(String key, @Nullable String sourceOfValue) {
        for (ConfigSource source : config.getConfigSources()) {
            if (source.getName().equals(sourceOfValue)) {
                return false;
            }
            @Nullable String value = source.getValue(key);
            if (value != null) {
                return value.isEmpty();
            }
        }
        return false;
    }

    /** Without those of profiles, since only the whole knows which are active: one that is not must not be in the way. */
    @Override
    public Set<String> environmentNames() {
        Set<String> names = new TreeSet<>();
        for (ConfigSource source : config.getConfigSources()) {
            source.getPropertyNames().stream()
                    .filter(name -> name.toUpperCase(Locale.ROOT).startsWith(ENVIRONMENT_PREFIX))
                    .forEach(names::add);
        }
        return names;
    }

    private static String withoutProfile(String name) {
        return name.startsWith("%") ? name.substring(name.indexOf('.') + 1) : name;
    }

    private static String mangled(String key) {
        return key.replaceAll("[^a-zA-Z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}

package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.InstanceSettings;
import dev.firefly.resilience.config.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The instances of one pattern with their configs. Immutable. */
final class Catalog<C, B> {
    private final InstanceReader<C, B> reader;
    private final Map<String, Instance<C, B>> instances;
    private final Map<String, Resolved<C>> configs;
    private final boolean hasInstances;
    /** The names that can be referred to. */
    private final List<String> available;

    private final Intake intake;

    private Catalog(InstanceReader<C, B> reader, Intake intake) {
        this.reader = reader;
        this.intake = intake;
        instances = Map.copyOf(reader.readAll(intake));
        hasInstances = instances.values().stream().anyMatch(Instance::counts);
        available = instances.values().stream()
                .filter(instance -> instance.counts() || instance.isDefault() && instance.isConfigured())
                .map(Instance::name)
                .sorted()
                .toList();
        configs = Map.copyOf(resolveAll());
    }

    /** Reads and resolves everything that is known at this time, leaving what is wrong with the intake. */
    static <C, B> Catalog<C, B> load(InstanceReader<C, B> reader, Intake intake) {
        Catalog<C, B> catalog = new Catalog<>(reader, intake);
        catalog.checkDefault();
        catalog.checkReferences();
        catalog.checkEnvironment(catalog.instances.keySet(), intake);
        return catalog;
    }

    /**
     * The config of an instance, which need not have been known when this was loaded.
     *
     * @throws ConfigurationException when it is not configured while others are, or cannot work
     */
    C get(String name) {
        return resolved(name).config();
    }

    /** Everything that is set for an instance; throws as {@link #get} does. */
    InstanceSettings describe(String name) {
        return resolved(name).describe(reader.pattern(), name, reader.table());
    }

    private Resolved<C> resolved(String name) {
        Resolved<C> known = configs.get(name);
        if (known != null) {
            return known;
        }
        Intake asked = intake.afresh();
        Names.problem(reader.pattern(), name, "code").ifPresent(asked::add);
        asked.throwIfAnything();
        Instance<C, B> instance = reader.read(name, asked);
        Collection<String> names = new TreeSet<>(instances.keySet());
        names.add(name);
        checkEnvironment(names, asked);
        if (!instance.exists() && hasInstances) {
            throw unknown(name);
        }
        Optional<Resolved<C>> config = resolve(instance, asked, fault -> asked.add(fault.problem()));
        asked.throwIfAnything();
        return config.orElseThrow();
    }

    /** Whether the instance was known when this was loaded. */
    boolean isKnown(String name) {
        return configs.containsKey(name);
    }

    /** The configs of all instances that were known when this was loaded. */
    Map<String, C> configs() {
        Map<String, C> all = new TreeMap<>();
        configs.forEach((name, resolved) -> all.put(name, resolved.config()));
        return all;
    }

    private Map<String, Resolved<C>> resolveAll() {
        Map<String, Resolved<C>> resolved = new HashMap<>();
        List<Fault> faults = new ArrayList<>();
        for (Instance<C, B> instance :
                new TreeSet<>(instances.keySet()).stream().map(instances::get).toList()) {
            resolve(instance, intake, faults::add).ifPresent(config -> resolved.put(instance.name(), config));
        }
        // What is wrong with a value wherever it is inherited is told once, where it is set.
        Set<Problem> told = faults.stream().map(Fault::problem).collect(Collectors.toSet());
        faults.stream()
                .filter(fault -> fault.atOrigin().stream().noneMatch(told::contains))
                .forEach(fault -> intake.add(fault.problem()));
        return resolved;
    }

    private Optional<Resolved<C>> resolve(Instance<C, B> instance, Intake asked, Consumer<Fault> faults) {
        List<Layer<C, B>> layers = new Inheritance<>(name -> lookup(name, asked), available, asked).layers(instance);
        return new Assembly<>(reader.table(), key -> Names.fullKeys(reader.pattern(), instance.name(), key), layers)
                .build(faults)
                .map(resolved -> resolved.basedOn(instance.base()));
    }

    private Instance<C, B> lookup(String name, Intake asked) {
        @Nullable Instance<C, B> known = instances.get(name);
        return known == null ? reader.read(name, asked) : known;
    }

    private void checkDefault() {
        Instance<C, B> root = lookup(Names.DEFAULT, intake);
        root.keys()
                .base()
                .or(() -> root.code().base())
                .ifPresent(setting -> intake.add(new Problem(
                        setting.key(),
                        "must not be set, since all others inherit from it, was " + setting.value(),
                        setting.source())));
    }

    private void checkReferences() {
        for (Instance<C, B> instance : instances.values()) {
            if (!instance.exists() && hasInstances) {
                ConfigurationException unknown = unknown(instance.name());
                for (Declaration use : reader.declarations().getOrDefault(instance.name(), List.of())) {
                    intake.add(Problem.withRemedy(
                            reader.pattern().key() + '.' + instance.name(),
                            "is not configured: " + unknown.getMessage(),
                            use.source()));
                }
            }
        }
    }

    private ConfigurationException unknown(String name) {
        return ConfigurationException.unknownInstance(
                reader.pattern(), name, available, Words.nearest(name, available));
    }

    private void checkEnvironment(Collection<String> names, Intake asked) {
        Variables.ambiguous(
                        reader.pattern(),
                        names,
                        reader.table().names(),
                        asked.settings().environmentNames())
                .forEach(asked::add);
    }
}

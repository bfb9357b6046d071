package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Declaration;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.core.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads what is set for instances of one pattern.
 *
 * @param wholes complete configs given in code, by name
 * @param declarations uses of instances in code, by name
 * @param mentioned the names in keys
 */
record InstanceReader<C, B>(
        Pattern pattern,
        Table<C, B> table,
        Map<String, C> wholes,
        Map<String, List<Declaration>> declarations,
        Set<String> mentioned) {

    /** Reads every instance whose name is known from somewhere, by name; names that are not allowed are left out. */
    Map<String, Instance<C, B>> readAll(Intake intake) {
        Set<String> names = new TreeSet<>(mentioned);
        names.add(Names.DEFAULT);
        wholes.keySet().forEach(name -> addIfValid(names, name, "code", intake));
        declarations.forEach((name, uses) -> addIfValid(names, name, uses.get(0).source(), intake));
        Map<String, Instance<C, B>> instances = new TreeMap<>();
        names.forEach(name -> instances.put(name, read(name, intake)));
        return instances;
    }

    private void addIfValid(Set<String> names, String name, String source, Intake intake) {
        Names.problem(pattern, name, source).ifPresentOrElse(intake::add, () -> names.add(name));
    }

    /** Reads the instance of that name, whether or not anything is known of it. */
    Instance<C, B> read(String name, Intake intake) {
        List<Declaration> uses = declarations.getOrDefault(name, List.of());
        boolean unnamed =
                uses.isEmpty() ? Names.isOfMethod(name) : uses.stream().noneMatch(Declaration::named);
        boolean derived = unnamed && !wholes.containsKey(name);
        return new Instance<>(name, code(name, uses, intake), keys(name, intake), derived, mentioned.contains(name));
    }

    private Layer<C, B> code(String name, List<Declaration> uses, Intake intake) {
        Optional<C> whole = Optional.ofNullable(wholes.get(name));
        LayerBuilder<C, B> layer = new LayerBuilder<>(table, intake).whole(whole);
        for (Declaration use : uses) {
            if (whole.isPresent() && !use.values().isEmpty()) {
                intake.add(new Problem(
                        prefix(name),
                        "is given whole in code, and must not be declared with values as well",
                        use.source()));
            }
            new TreeMap<>(use.values()).forEach((key, value) -> {
                String fullKey = Names.fullKeys(pattern, name, key).get(0);
                if (!layer.set(key, new Setting(fullKey, value, use.source()), use.classes())) {
                    intake.unknownKey(UnknownKey.ofInstance(pattern, name, key, table.names())
                            .problem(fullKey, use.source()));
                }
            });
        }
        return layer.build();
    }

    private Layer<C, B> keys(String name, Intake intake) {
        LayerBuilder<C, B> layer = new LayerBuilder<>(table, intake);
        for (String key : table.names()) {
            for (String fullKey : Names.fullKeys(pattern, name, key)) {
                intake.find(fullKey).ifPresent(setting -> layer.set(key, setting, Set.of()));
            }
        }
        return layer.build();
    }

    private String prefix(String name) {
        return Names.fullKeys(pattern, name, "").get(0).replaceFirst("\\.$", "");
    }
}

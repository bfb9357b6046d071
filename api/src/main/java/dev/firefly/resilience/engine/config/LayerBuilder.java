package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gathers the values of one layer, each of which may be set more than once only if it is to the same. */
final class LayerBuilder<C, B> {
    private final Table<C, B> table;
    private final Intake intake;
    private final Map<String, Assignment<C, B>> assignments = new LinkedHashMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private Optional<C> whole = Optional.empty();
    private Optional<Setting> base = Optional.empty();

    LayerBuilder(Table<C, B> table, Intake intake) {
        this.table = table;
        this.intake = intake;
    }

    /** Puts a complete config under the single values. */
    LayerBuilder<C, B> whole(Optional<C> config) {
        whole = config;
        return this;
    }

    /** Sets one value; a blank one is no value, as in MicroProfile Config, but an empty list is a list. */
    LayerBuilder<C, B> set(Key<C, B> key, Setting setting) {
        return set(key, setting, ClassFinder.in(intake.loader()));
    }

    private LayerBuilder<C, B> set(Key<C, B> key, Setting setting, ClassFinder finder) {
        if (setting.value().isBlank() && !key.list()) {
            return this;
        }
        try {
            Key.Change<C, B> change = key.reader().read(setting.value(), finder);
            if (!change.missing().isEmpty()) {
                intake.missing(setting, change.missing());
            }
            Assignment<C, B> added = new Assignment<>(key.name(), change, setting);
            Assignment<C, B> first = assignments.putIfAbsent(key.name(), added);
            if (first != null && !first.change().value().equals(change.value())) {
                intake.add(contradiction(first.origin(), setting));
            }
        } catch (IllegalArgumentException e) {
            unreadable.add(key.name());
            intake.add(new Problem(setting.key(), String.valueOf(e.getMessage()), setting.source()));
        }
        return this;
    }

    /** Sets the instance to inherit from. */
    LayerBuilder<C, B> base(Setting setting) {
        if (setting.value().isBlank()) {
            return this;
        }
        base.filter(first -> !first.value().strip().equals(setting.value().strip()))
                .ifPresent(first -> intake.add(contradiction(first, setting)));
        base = base.or(() -> Optional.of(setting));
        return this;
    }

    /**
     * Sets the value of a key that may be {@code base} or unknown; tells whether it is known.
     *
     * @param classes what the value means before any other classes of these names
     */
    boolean set(String key, Setting setting, Set<Class<?>> classes) {
        if (key.equals(Table.BASE)) {
            base(setting);
            return true;
        }
        Optional<Key<C, B>> known = table.key(key);
        known.ifPresent(
                found -> set(found, setting, ClassFinder.in(intake.loader()).after(classes)));
        return known.isPresent();
    }

    Layer<C, B> build() {
        return new Layer<>(whole, List.copyOf(assignments.values()), base, unreadable);
    }

    private static Problem contradiction(Setting first, Setting second) {
        String spelling = second.key().equals(first.key()) ? "" : " (as " + second.key() + ')';
        return new Problem(
                first.key(),
                "has two different values: " + first.value() + " in " + first.source() + ", and " + second.value()
                        + " in " + second.source() + spelling,
                "");
    }
}

package dev.firefly.resilience.engine.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Everything there is to know about the keys of a pattern, in one place. A pattern is made configurable by writing one
 * of these and entering it in {@link Keys}.
 *
 * @param defaults the config when nothing is set
 * @param toBuilder a builder that begins with a config
 * @param build the config of a builder; throws a ConfigurationException about keys without anything in front
 * @param keys every key but {@value #BASE}, which all patterns have in common
 */
record Table<C, B>(C defaults, Function<C, B> toBuilder, Function<B, C> build, List<Key<C, B>> keys) {
    /** The key that names the instance to inherit from. */
    static final String BASE = "base";

    /** The class of the configs. */
    @SuppressWarnings("unchecked") // a record's class has no type parameters here
    Class<C> type() {
        return (Class<C>) defaults.getClass();
    }

    /** The key of that name. */
    Optional<Key<C, B>> key(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** The names of all keys of an instance, {@value #BASE} included. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(Set.of(BASE));
        keys.forEach(key -> names.add(key.name()));
        return names;
    }
}

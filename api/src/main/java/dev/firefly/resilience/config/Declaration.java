package dev.firefly.resilience.config;

import dev.firefly.resilience.core.Pattern;
import java.util.Map;
import java.util.Set;

/**
 * The use of an instance in code that is read rather than run, such as an annotation: the name it refers to and the
 * values it sets itself. Configuration under the same name overrides these values.
 *
 * @param pattern the pattern
 * @param name the name of the instance
 * @param named whether the code gave the name; false when it was derived from the place of use, and then nobody else is
 *     expected to refer to it
 * @param values keys of the pattern with their values in the spelling of configuration; a declaration without values
 *     only refers to an instance that must exist, or work with the defaults
 * @param classes the classes that the values name, where the code has them: a name in a value means the one of these that
 *     has it, whatever class loader it is from, and only if there is none, what the registry's class loader finds
 * @param source where it stands, for messages
 */
public record Declaration(
        Pattern pattern, String name, boolean named, Map<String, String> values, Set<Class<?>> classes, String source) {
    public Declaration {
        values = Map.copyOf(values);
        classes = Set.copyOf(classes);
    }

    /** A use in code that has no classes: those that the values name are found by the registry's class loader. */
    public Declaration(Pattern pattern, String name, boolean named, Map<String, String> values, String source) {
        this(pattern, name, named, values, Set.of(), source);
    }

    /** Whether this makes the name an instance that others can refer to. */
    public boolean isInstance() {
        return named && !values.isEmpty();
    }
}

package dev.firefly.resilience.config;

import dev.firefly.resilience.core.Pattern;
import java.util.Map;

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
 * @param source where it stands, for messages
 */
public record Declaration(Pattern pattern, String name, boolean named, Map<String, String> values, String source) {
    public Declaration {
        values = Map.copyOf(values);
    }

    /** Whether this makes the name an instance that others can refer to. */
    public boolean isInstance() {
        return named && !values.isEmpty();
    }
}

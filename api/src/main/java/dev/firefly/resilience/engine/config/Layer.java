package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Settings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is set for one instance at one level: in code, or by keys.
 *
 * @param whole a complete config; it hides all that is inherited
 * @param assignments single values, on top of it
 * @param base where it inherits from
 * @param unreadable the keys that are set to something that is not accepted
 */
record Layer<C, B>(
        Optional<C> whole, List<Assignment<C, B>> assignments, Optional<Setting> base, Set<String> unreadable) {
    Layer {
        assignments = List.copyOf(assignments);
        unreadable = Set.copyOf(unreadable);
    }

    /** Whether nothing is set here. */
    boolean isEmpty() {
        return whole.isEmpty() && assignments.isEmpty() && base.isEmpty() && unreadable.isEmpty();
    }
}

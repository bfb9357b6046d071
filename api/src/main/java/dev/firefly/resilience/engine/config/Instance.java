package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Settings.Setting;
import java.util.Optional;

/**
 * What is known of one instance, apart from what it inherits.
 *
 * @param name its name
 * @param code what is set in code
 * @param keys what is set by keys
 * @param derived whether code uses it, but only under a name that was derived from the place of use, or of which that form
 *     is all that is known
 * @param mentioned whether there is a key of it, known or not
 */
record Instance<C, B>(String name, Layer<C, B> code, Layer<C, B> keys, boolean derived, boolean mentioned) {

    boolean isDefault() {
        return name.equals(Names.DEFAULT);
    }

    /** Whether anything is set for it. */
    boolean isConfigured() {
        return mentioned || !code.isEmpty() || !keys.isEmpty();
    }

    /** Whether it can be used even though others of its pattern are configured. */
    boolean exists() {
        return isConfigured() || derived || isDefault();
    }

    /** Whether its being there makes the use of a name that is not configured a mistake. */
    boolean counts() {
        return isConfigured() && !derived && !isDefault();
    }

    /** Where it inherits from; keys override code. The default instance inherits from none. */
    Optional<Setting> base() {
        return isDefault() ? Optional.empty() : keys.base().or(code::base);
    }
}

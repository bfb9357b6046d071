package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import java.util.List;
import java.util.Optional;

/** Names of instances: which are allowed, and how they are spelt in keys. */
final class Names {
    /** The instance that all others of its pattern inherit from. */
    static final String DEFAULT = "default";

    /** The most characters of a name. */
    static final int MAX_LENGTH = 1000;

    private static final String ACCEPTED = "must have a name of 1 to " + MAX_LENGTH
            + " characters, not all blank and none of them a control character";

    private Names() {}

    /** What is wrong with a name, if anything. */
    static Optional<Problem> problem(Pattern pattern, String name, String source) {
        boolean valid =
                !name.isBlank() && name.length() <= MAX_LENGTH && name.chars().noneMatch(Character::isISOControl);
        String printable = name.replaceAll("\\p{Cntrl}", "?");
        return valid
                ? Optional.empty()
                : Optional.of(new Problem(
                        Settings.PREFIX + pattern.key() + '.' + printable,
                        ACCEPTED + ", was [" + printable + ']',
                        source));
    }

    /** The spellings of a full key: the plain one, and the one with the name in quotes. */
    static List<String> fullKeys(Pattern pattern, String name, String key) {
        String head = Settings.PREFIX + pattern.key() + '.';
        return List.of(head + name + '.' + key, head + '"' + name + "\"." + key);
    }

    /** Takes off the quotes around a name, if there are any. */
    static String unquoted(String name) {
        boolean quoted = name.length() >= 2 && name.startsWith("\"") && name.endsWith("\"");
        return quoted ? name.substring(1, name.length() - 1) : name;
    }
}

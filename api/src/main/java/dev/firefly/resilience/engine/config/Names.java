package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import java.util.List;
import java.util.Optional;

/** Names of instances and pipelines: which are allowed, and how they are spelt in keys. */
public final class Names {
    /** The instance that all others of its pattern inherit from. */
    static final String DEFAULT = "default";

    /** The most characters of a name. */
    static final int MAX_LENGTH = 1000;

    /** How the names of patterns begin that belong to a pipeline. */
    private static final String OF_PIPELINE = "pipeline:";

    private static final String ACCEPTED = "must have a name of 1 to " + MAX_LENGTH
            + " characters, not all blank and none of them a control character";

    private static final String RESERVED = "must have a name that does not begin with \"" + OF_PIPELINE
            + "\", since such patterns belong to pipelines";

    /** As annotations derive names from methods. */
    private static final java.util.regex.Pattern OF_METHOD =
            java.util.regex.Pattern.compile("[^#(]+#[^#(]+\\([^()]*\\)");

    private Names() {}

    /**
     * Whether a name has the form of those that annotations derive, {@code com.acme.Orders#find(java.lang.String)}: then
     * it is taken for one, also where the annotations are not known, as in a registry that an application makes itself.
     */
    static boolean isOfMethod(String name) {
        return OF_METHOD.matcher(name).matches();
    }

    /** What is wrong with the name of an instance, if anything. */
    public static Optional<Problem> problem(Pattern pattern, String name, String source) {
        return problem(Settings.PREFIX + pattern.key(), name, name.startsWith(OF_PIPELINE) ? RESERVED : "", source);
    }

    /**
     * The name that the patterns of a pipeline's own bear.
     *
     * @throws ConfigurationException when it cannot be the name of a pipeline
     */
    public static String inPipeline(String pipeline) {
        problem("pipeline", pipeline, "", "code").ifPresent(problem -> {
            throw new ConfigurationException(List.of(problem));
        });
        return OF_PIPELINE + pipeline;
    }

    /** @param complaint what is wrong with a name whose characters are allowed; empty when nothing is */
    private static Optional<Problem> problem(String where, String name, String complaint, String source) {
        boolean legible =
                !name.isBlank() && name.length() <= MAX_LENGTH && name.chars().noneMatch(Character::isISOControl);
        String accepted = legible ? complaint : ACCEPTED;
        if (accepted.isEmpty()) {
            return Optional.empty();
        }
        String printable = name.replaceAll("\\p{Cntrl}", "?");
        return Optional.of(new Problem(where + '.' + printable, accepted + ", was [" + printable + ']', source));
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

package dev.firefly.resilience.config;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.core.ResilienceException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A configuration that cannot work. Nothing of it has been applied. */
public final class ConfigurationException extends ResilienceException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable List<Problem> problems;

    /** All the problems there are; the message lists each on a line of its own. */
    public ConfigurationException(List<Problem> problems) {
        this(null, "", message(problems), problems);
    }

    private ConfigurationException(@Nullable Pattern pattern, String instance, String message, List<Problem> problems) {
        super(ErrorCode.CONFIGURATION, pattern, instance, message, null, true);
        this.problems = List.copyOf(problems);
    }

    /**
     * Somebody asked for an instance that is not configured while others of its pattern are.
     *
     * @param available the names that there are
     * @param guess the one of them that was probably meant; empty when none is near
     */
    public static ConfigurationException unknownInstance(
            Pattern pattern, String name, Collection<String> available, Optional<String> guess) {
        String complaint = "No resilience [" + pattern.key() + "] instance named [" + name + "]. Available: "
                + Problem.listed(available)
                + guess.map(near -> ". Did you mean [" + near + "]? Otherwise").orElse(". Correct the name, or")
                + " configure it by " + Settings.PREFIX + pattern.key() + '.' + name + ".<key>";
        return new ConfigurationException(pattern, name, complaint, List.of(Problem.withRemedy(name, complaint, "")));
    }

    /** Every problem, in the order of discovery; empty on an exception that came out of serialization. */
    public List<Problem> problems() {
        return Objects.requireNonNullElse(problems, List.of());
    }

    private static String message(List<Problem> problems) {
        return problems.stream()
                .map(Problem::toString)
                .collect(Collectors.joining("\n  - ", "The resilience configuration is not valid:\n  - ", ""));
    }
}

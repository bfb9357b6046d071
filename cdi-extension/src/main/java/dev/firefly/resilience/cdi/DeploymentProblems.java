package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Gathers everything that is wrong with a deployment, so that it is told at once. Confined to the deploying thread. */
final class DeploymentProblems {
    private final Set<String> found = new LinkedHashSet<>();
    private final Map<Problem, ProblemKind> kinds = new HashMap<>();
    private final List<Throwable> causes = new ArrayList<>();

    /**
     * Notes a problem; one that is known is not noted again.
     *
     * @param place the bean method, or whatever else is concerned
     * @param cause what is wrong with it, to be read after the place
     */
    void add(ProblemKind kind, String place, String cause) {
        add(kind, place, cause, kind.remedy());
    }

    private void add(ProblemKind kind, String place, String cause, String remedy) {
        found.add(kind.id() + ' ' + place + ' ' + cause + ". Remedy: " + remedy + '.');
    }

    /** For a problem that shows while the configuration is read: to be thrown, and told under its kind by {@link #addAll}. */
    ConfigurationException exception(ProblemKind kind, String place, String cause) {
        Problem problem = new Problem(place, cause, "");
        kinds.put(problem, kind);
        return new ConfigurationException(List.of(problem));
    }

    /** The same with the exception that it comes from, which is kept for the sake of its stack trace. */
    ConfigurationException exception(ProblemKind kind, String place, String cause, Throwable thrown) {
        causes.add(thrown);
        return exception(kind, place, cause);
    }

    /** Notes all that is wrong with the configuration. */
    void addAll(ConfigurationException exception) {
        exception.problems().forEach(problem -> {
            String source = problem.source().isEmpty() ? "" : " (" + problem.source() + ')';
            ProblemKind kind = kinds.get(problem);
            if (kind != null) {
                add(kind, problem.key(), problem.complaint() + source);
            } else {
                add(ProblemKind.CONFIGURATION, problem.key(), problem.complaint() + source, remedy(problem));
            }
        });
    }

    /** Where somebody uses a name, the key is the pattern and the name; otherwise it is that of a value, or a variable. */
    private static String remedy(Problem problem) {
        boolean used = Arrays.stream(Pattern.values())
                .anyMatch(pattern -> problem.key().startsWith(pattern.key() + '.'));
        return used
                ? "correct the name, or configure the instance under " + Settings.PREFIX + problem.key()
                : ProblemKind.CONFIGURATION.remedy();
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** One exception for all. */
    DeploymentException exception() {
        String title = "Firefly Resilience cannot guard this application, problems: " + found.size();
        DeploymentException all =
                new DeploymentException(found.stream().collect(Collectors.joining("\n  ", title + "\n  ", "")));
        causes.forEach(all::addSuppressed);
        return all;
    }
}

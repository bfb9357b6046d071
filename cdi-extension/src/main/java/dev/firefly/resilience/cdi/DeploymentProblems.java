package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.ArrayList;
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
        found.add(kind.id() + ' ' + place + ' ' + ended(cause) + " Remedy: " + kind.remedy() + '.');
    }

    private static String ended(String text) {
        return text.matches("(?s).*[.?!]") ? text : text + '.';
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
            } else if (problem.remedied()) {
                found.add(ProblemKind.CONFIGURATION.id()
                        + ' '
                        + problem.key()
                        + ' '
                        + ended(problem.complaint() + source));
            } else {
                add(ProblemKind.CONFIGURATION, problem.key(), problem.complaint() + source);
            }
        });
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

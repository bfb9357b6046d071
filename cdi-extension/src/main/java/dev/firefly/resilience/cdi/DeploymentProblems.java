package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.ConfigurationException;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Gathers everything that is wrong with a deployment, so that it is told at once. Confined to the deploying thread. */
final class DeploymentProblems {
    private final Set<String> found = new LinkedHashSet<>();

    /**
     * Notes a problem; one that is known is not noted again.
     *
     * @param place the bean method, or whatever else is concerned
     * @param cause what is wrong with it, to be read after the place
     */
    void add(ProblemKind kind, String place, String cause) {
        found.add(kind.id() + ' ' + place + ' ' + cause + ". Remedy: " + kind.remedy() + '.');
    }

    /** Notes all that is wrong with the configuration. */
    void addAll(ConfigurationException exception) {
        exception.problems().forEach(problem -> {
            String source = problem.source().isEmpty() ? "" : " (" + problem.source() + ')';
            add(ProblemKind.CONFIGURATION, problem.key(), problem.complaint() + source);
        });
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** One exception for all. */
    DeploymentException exception() {
        String title = "Firefly Resilience cannot guard this application, problems: " + found.size();
        return new DeploymentException(found.stream().collect(Collectors.joining("\n  ", title + "\n  ", "")));
    }
}

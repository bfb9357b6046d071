package dev.firefly.resilience.hazelcast;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What to throw when a setting leads to no instance. */
final class Complaints {
    private static final int MOST_CAUSES = 5;

    private Complaints() {}

    static ConfigurationException about(Setting setting, String accepted) {
        return new ConfigurationException(List.of(problem(setting, accepted)));
    }

    static ConfigurationException about(Setting setting, String accepted, Throwable cause) {
        return exception(problem(setting, accepted, reason(cause)), cause);
    }

    static ConfigurationException aboutWithRemedy(Setting setting, String accepted, String remedy) {
        return new ConfigurationException(List.of(problemWithRemedy(setting, accepted, remedy)));
    }

    static ConfigurationException exception(Problem problem, Throwable cause) {
        ConfigurationException exception = new ConfigurationException(List.of(problem));
        exception.addSuppressed(cause);
        return exception;
    }

    /** The same with the origin of each setting it is about that was found wrong where its origin was not known. */
    static ConfigurationException located(ConfigurationException exception, Settings settings) {
        List<Problem> problems = exception.problems().stream()
                .map(problem -> located(problem, settings))
                .toList();
        if (problems.equals(exception.problems())) {
            return exception;
        }
        ConfigurationException located = new ConfigurationException(problems);
        located.setStackTrace(exception.getStackTrace());
        for (Throwable suppressed : exception.getSuppressed()) {
            located.addSuppressed(suppressed);
        }
        return located;
    }

    private static Problem located(Problem problem, Settings settings) {
        if (!problem.source().isEmpty() || !problem.key().startsWith(Settings.PREFIX)) {
            return problem;
        }
        String source = settings.find(problem.key())
                .filter(setting -> !setting.value().isBlank())
                .map(Setting::source)
                .orElse("the defaults");
        return problem.at(problem.key(), source);
    }

    static Problem problem(Setting setting, String accepted) {
        return Problem.of(setting.key(), accepted, setting.value().strip()).at(setting.key(), setting.source());
    }

    static Problem problemWithRemedy(Setting setting, String accepted, String remedy) {
        return Problem.withRemedy(
                setting.key(), accepted + ", was " + setting.value().strip() + ": " + remedy, setting.source());
    }

    static Problem problem(Setting setting, String accepted, String reason) {
        String found = setting.value().strip() + ", which does not work: " + reason;
        return Problem.of(setting.key(), accepted, found).at(setting.key(), setting.source());
    }

    /** What all those say who passed it on; the one that knows is often the last. */
    static String reason(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(MOST_CAUSES)
                .map(cause -> cause.getMessage() == null ? cause.toString() : cause.getMessage())
                .map(String::strip)
                .distinct()
                .collect(Collectors.joining(": "));
    }
}

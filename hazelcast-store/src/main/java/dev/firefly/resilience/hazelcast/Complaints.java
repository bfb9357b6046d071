package dev.firefly.resilience.hazelcast;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
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

    static ConfigurationException exception(Problem problem, Throwable cause) {
        ConfigurationException exception = new ConfigurationException(List.of(problem));
        exception.addSuppressed(cause);
        return exception;
    }

    static Problem problem(Setting setting, String accepted) {
        return Problem.of(setting.key(), accepted, setting.value().strip()).at(setting.key(), setting.source());
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

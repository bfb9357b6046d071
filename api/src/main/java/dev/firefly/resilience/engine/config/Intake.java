package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What every reading of configuration needs, and where it leaves what it finds wrong.
 *
 * @param settings where values come from
 * @param loader finds exception classes
 * @param unknownKeys what to do about keys that do not exist
 * @param missingClasses what to do about classes that do not exist
 * @param warnings hears of what is left out
 * @param problems gathers what is wrong
 */
record Intake(
        Settings settings,
        ClassLoader loader,
        Strictness unknownKeys,
        Strictness missingClasses,
        Consumer<String> warnings,
        Problems problems) {

    /** The same with these degrees of strictness. */
    Intake obeying(Globals globals) {
        return new Intake(settings, loader, globals.unknownKeys(), globals.missingClasses(), warnings, problems);
    }

    /** The same with nothing wrong so far. */
    Intake afresh() {
        return new Intake(settings, loader, unknownKeys, missingClasses, warnings, new Problems());
    }

    /** The value under a full key, with its blanks. */
    Optional<Setting> find(String fullKey) {
        return settings.find(fullKey);
    }

    void add(Problem problem) {
        problems.add(problem);
    }

    /** Notes or logs a key that does not exist. */
    void unknownKey(Problem problem) {
        treat(unknownKeys, problem);
    }

    /** Notes or logs classes that do not exist. */
    void missing(Setting setting, List<String> classes) {
        String complaint = ClassList.ACCEPTED + "; not found: " + String.join(", ", classes);
        treat(missingClasses, new Problem(setting.key(), complaint, setting.source()));
    }

    /** @throws ConfigurationException with everything that was noted, each thing once */
    void throwIfAnything() {
        List<Problem> distinct = problems.list().stream().distinct().toList();
        if (!distinct.isEmpty()) {
            throw new ConfigurationException(distinct);
        }
    }

    private void treat(Strictness strictness, Problem problem) {
        if (strictness == Strictness.FAIL) {
            problems.add(problem);
        } else {
            warnings.accept("Left out: " + problem);
        }
    }
}

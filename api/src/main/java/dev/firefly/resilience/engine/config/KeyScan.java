package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.core.Pattern;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Goes through the keys that exist, for the names of instances in them and for keys that nobody reads. */
final class KeyScan {
    private final Intake intake;
    private final Set<String> globals;
    private final Map<Pattern, Set<String>> names = new EnumMap<>(Pattern.class);

    private KeyScan(Intake intake, Set<String> globals) {
        this.intake = intake;
        this.globals = globals;
    }

    /**
     * The names under which something is set, by pattern.
     *
     * @param providerKeys keys that store providers read
     */
    static Map<Pattern, Set<String>> names(Intake intake, Set<String> providerKeys) {
        Set<String> globals = new TreeSet<>(Keys.globals());
        globals.addAll(providerKeys);
        KeyScan scan = new KeyScan(intake, globals);
        new TreeSet<>(intake.settings().keys()).forEach(scan::look);
        return scan.names;
    }

    private void look(String fullKey) {
        if (!fullKey.startsWith(Settings.PREFIX)) {
            return;
        }
        String rest = fullKey.substring(Settings.PREFIX.length());
        if (globals.contains(rest)) {
            return;
        }
        Optional<Pattern> pattern = Keys.TABLES.keySet().stream()
                .filter(candidate -> rest.startsWith(candidate.key() + '.'))
                .findFirst();
        pattern.ifPresentOrElse(
                found -> lookBelow(found, rest.substring(found.key().length() + 1), fullKey),
                () -> unknown(fullKey, UnknownKey.ofNoPattern(rest, globals)));
    }

    private void lookBelow(Pattern pattern, String rest, String fullKey) {
        Table<?, ?> table = Keys.tableOf(pattern);
        Set<String> known = table.names();
        int dot = rest.lastIndexOf('.');
        if (dot < 0) {
            unknown(fullKey, UnknownKey.withoutInstance(pattern, rest, known));
            return;
        }
        String name = Names.unquoted(rest.substring(0, dot));
        String key = rest.substring(dot + 1);
        Optional<Setting> setting = intake.find(fullKey);
        Optional<Problem> badName = Names.problem(pattern, name, source(fullKey));
        if (badName.isPresent()) {
            intake.add(badName.get());
            return;
        }
        if (!known.contains(key)) {
            unknown(fullKey, UnknownKey.ofInstance(pattern, name, key, known));
        }
        boolean blankMeansSomething = table.key(key).map(Key::list).orElse(false);
        if (setting.filter(found -> blankMeansSomething || !found.value().isBlank())
                .isPresent()) {
            names.computeIfAbsent(pattern, ignored -> new TreeSet<>()).add(name);
        }
    }

    private void unknown(String fullKey, UnknownKey unknown) {
        intake.unknownKey(unknown.problem(fullKey, source(fullKey)));
    }

    private String source(String fullKey) {
        return intake.find(fullKey).map(Setting::source).orElse("");
    }
}

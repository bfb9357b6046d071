package dev.firefly.resilience.hazelcast;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads which Hazelcast to use. There are four ways to say it, of which one can be taken; what belongs to another way would
 * silently do nothing, so that it is a problem.
 */
final class HazelcastSettings {
    static final String JNDI_NAME = "hazelcast.jndi-name";
    static final String INSTANCE_NAME = "hazelcast.instance-name";
    static final String CONFIG = "hazelcast.config";
    static final String MEMBERS = "hazelcast.members";
    static final String INTERFACE = "hazelcast.interface";
    static final String PORT = "hazelcast.port";
    static final String CLUSTER_NAME = "hazelcast.cluster-name";

    /** Every key that is read, without the common prefix. */
    static final Set<String> KEYS = Set.of(JNDI_NAME, INSTANCE_NAME, CONFIG, MEMBERS, INTERFACE, PORT, CLUSTER_NAME);

    /** Those that name an instance, in the order in which the documentation tells of them. */
    private static final List<String> NAMING = List.of(JNDI_NAME, INSTANCE_NAME, CONFIG);

    private static final int DEFAULT_PORT = 5701;
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^\\s:\\[\\]]+)(?::([0-9]{1,5}))?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:*-]+");

    private HazelcastSettings() {}

    /** Reads the settings; what is wrong with them is noted, and a default stands in for it. */
    static InstanceSource read(Settings settings, Problems problems) {
        EmbeddedMember embedded = embedded(new Reader(settings, problems));
        Map<String, Setting> present = present(settings);
        List<Setting> naming =
                NAMING.stream().filter(present::containsKey).map(present::get).toList();
        if (naming.isEmpty()) {
            return embedded;
        }
        Setting first = naming.get(0);
        present.values().stream()
                .filter(other -> other != first)
                .forEach(other -> problems.add(contradiction(other, first)));
        InstanceSource named = named(first);
        named.check(problems);
        return named;
    }

    /** What is set, by the key without the common prefix, in alphabetical order; a blank value means not set. */
    static Map<String, Setting> present(Settings settings) {
        Map<String, Setting> present = new TreeMap<>();
        for (String key : KEYS) {
            find(settings, key).ifPresent(setting -> present.put(key, setting));
        }
        return present;
    }

    private static Optional<Setting> find(Settings settings, String key) {
        return settings.find(Settings.PREFIX + key)
                .filter(setting -> !setting.value().isBlank());
    }

    private static Problem contradiction(Setting other, Setting first) {
        String accepted = "must not be set together with " + first.key() + " ("
                + first.value().strip() + "), which says by itself which Hazelcast to use";
        return Complaints.problemWithRemedy(other, accepted, "take one of them away or set it to nothing");
    }

    private static InstanceSource named(Setting setting) {
        String key = setting.key().substring(Settings.PREFIX.length());
        return switch (key) {
            case JNDI_NAME -> new JndiInstance(setting);
            case INSTANCE_NAME -> new RunningInstance(setting);
            default -> new ConfiguredInstance(setting);
        };
    }

    private static EmbeddedMember embedded(Reader reader) {
        List<String> members = reader.read(
                MEMBERS,
                List.of(),
                "must be a list of host:port, separated by commas, each port from 1 to 65535",
                HazelcastSettings::members);
        String address =
                reader.read(INTERFACE, "127.0.0.1", "must be an IP address to listen on", HazelcastSettings::address);
        int port = reader.read(
                PORT, DEFAULT_PORT, "must be a port from 1 to 65535, or 0 for any free one", text -> port(text, 0));
        String cluster =
                reader.read(CLUSTER_NAME, "firefly-resilience", "must not be blank", text -> Optional.of(text.strip()));
        return new EmbeddedMember(members, address, port, cluster);
    }

    private static Optional<String> address(String text) {
        return Optional.of(text.strip())
                .filter(address -> ADDRESS.matcher(address).matches());
    }

    private static Optional<Integer> port(String text, int least) {
        try {
            return Optional.of(Integer.valueOf(text.strip())).filter(port -> least <= port && port <= 65_535);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<List<String>> members(String text) {
        List<Optional<String>> members = Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(member -> !member.isEmpty())
                .map(HazelcastSettings::member)
                .collect(Collectors.toList());
        return members.stream().allMatch(Optional::isPresent)
                ? Optional.of(members.stream().flatMap(Optional::stream).collect(Collectors.toList()))
                : Optional.empty();
    }

    private static Optional<String> member(String text) {
        Matcher matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String port = matcher.group(2) == null ? String.valueOf(DEFAULT_PORT) : matcher.group(2);
        return port(port, 1).map(number -> matcher.group(1) + ':' + number);
    }

    /** Reads one key after the other. */
    private record Reader(Settings settings, Problems problems) {
        <T> T read(String key, T otherwise, String accepted, Function<String, Optional<T>> parser) {
            Optional<Setting> setting = find(settings, key);
            Optional<T> value = setting.flatMap(found -> parser.apply(found.value()));
            if (value.isEmpty()) {
                setting.ifPresent(found -> problems.add(Complaints.problem(found, accepted)));
            }
            return value.orElse(otherwise);
        }
    }
}

package dev.firefly.resilience.hazelcast;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which Hazelcast to use, or how to start a member of our own.
 *
 * @param instanceName the name of an instance that runs in this JVM; if given, nothing is started and the rest is unused
 * @param members where other members may be found, as {@code host:port}
 * @param networkInterface the address to listen on; its asterisks and ranges are those of Hazelcast
 * @param port the port to listen on; 0 for any that is free
 * @param clusterName members with different names never join
 */
record HazelcastSettings(
        Optional<String> instanceName, List<String> members, String networkInterface, int port, String clusterName) {
    static final String INSTANCE_NAME = "hazelcast.instance-name";
    static final String MEMBERS = "hazelcast.members";
    static final String INTERFACE = "hazelcast.interface";
    static final String PORT = "hazelcast.port";
    static final String CLUSTER_NAME = "hazelcast.cluster-name";

    /** Every key that is read, without the common prefix. */
    static final Set<String> KEYS = Set.of(INSTANCE_NAME, MEMBERS, INTERFACE, PORT, CLUSTER_NAME);

    private static final int DEFAULT_PORT = 5701;
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^\\s:\\[\\]]+)(?::([0-9]{1,5}))?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:*-]+");

    HazelcastSettings {
        members = List.copyOf(members);
    }

    /** Reads the settings; what is wrong with them is noted, and its default stands in for it. */
    static HazelcastSettings read(Settings settings, Problems problems) {
        Reader reader = new Reader(settings, problems);
        String blank = "must not be blank";
        String name = reader.read(INSTANCE_NAME, "", blank, HazelcastSettings::text);
        List<String> members = reader.read(
                MEMBERS,
                List.of(),
                "must be a list of host:port, separated by commas, each port from 1 to 65535",
                HazelcastSettings::members);
        String address =
                reader.read(INTERFACE, "127.0.0.1", "must be an IP address to listen on", HazelcastSettings::address);
        int port = reader.read(
                PORT, DEFAULT_PORT, "must be a port from 1 to 65535, or 0 for any free one", text -> port(text, 0));
        String cluster = reader.read(CLUSTER_NAME, "firefly-resilience", blank, HazelcastSettings::text);
        return new HazelcastSettings(text(name), members, address, port, cluster);
    }

    private static Optional<String> text(String text) {
        return Optional.of(text.strip()).filter(stripped -> !stripped.isEmpty());
    }

    private static Optional<String> address(String text) {
        return text(text).filter(address -> ADDRESS.matcher(address).matches());
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
            Optional<Setting> setting = settings.find(Settings.PREFIX + key);
            Optional<T> value = setting.flatMap(found -> parser.apply(found.value()));
            if (value.isEmpty()) {
                setting.ifPresent(found ->
                        problems.add(Problem.of(key, accepted, found.value()).at(found.key(), found.source())));
            }
            return value.orElse(otherwise);
        }
    }
}

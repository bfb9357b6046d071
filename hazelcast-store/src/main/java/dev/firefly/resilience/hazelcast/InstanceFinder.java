package dev.firefly.resilience.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import java.net.BindException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the Hazelcast instance that the settings name, or starts one. */
final class InstanceFinder {
    private InstanceFinder() {}

    /**
     * An instance that runs in this JVM already, member or client.
     *
     * @throws ConfigurationException when there is none of that name
     */
    static HazelcastInstance named(String name) {
        HazelcastInstance member = Hazelcast.getHazelcastInstanceByName(name);
        HazelcastInstance found = member != null ? member : HazelcastClient.getHazelcastClientByName(name);
        if (found == null) {
            throw problem(
                    HazelcastSettings.INSTANCE_NAME,
                    "must be the name of a Hazelcast instance that runs in this JVM and was loaded by the same class"
                            + " loader (there are: " + String.join(", ", names()) + "), was " + name,
                    null);
        }
        return found;
    }

    /**
     * A new member, which is the caller's to shut down.
     *
     * @throws ConfigurationException when it cannot listen where it is told to
     */
    static HazelcastInstance start(HazelcastSettings settings) {
        try {
            return Hazelcast.newHazelcastInstance(MemberConfig.of(settings));
        } catch (RuntimeException e) {
            if (causedBy(e, BindException.class)) {
                String complaint = "must be free on " + settings.networkInterface() + ", was " + settings.port()
                        + ", which is taken or not allowed: set " + Settings.PREFIX + HazelcastSettings.PORT
                        + " to another port, or to 0 for any free one";
                throw problem(HazelcastSettings.PORT, complaint, e);
            }
            if (String.valueOf(e.getMessage()).contains("network interface")) {
                String complaint = "must be an address of this machine, was " + settings.networkInterface();
                throw problem(HazelcastSettings.INTERFACE, complaint, e);
            }
            throw e;
        }
    }

    private static boolean causedBy(Throwable failure, Class<? extends Throwable> type) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(type::isInstance);
    }

    private static Collection<String> names() {
        return Stream.of(Hazelcast.getAllHazelcastInstances(), HazelcastClient.getAllHazelcastClients())
                .flatMap(Collection::stream)
                .map(HazelcastInstance::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static ConfigurationException problem(String key, String complaint, @Nullable Exception cause) {
        ConfigurationException problem =
                new ConfigurationException(List.of(new Problem(Settings.PREFIX + key, complaint, "")));
        if (cause != null) {
            problem.addSuppressed(cause);
        }
        return problem;
    }
}

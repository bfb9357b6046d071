package dev.firefly.resilience.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * An instance that runs in this JVM already, member or client; whoever started it shuts it down.
 *
 * @param name the setting with its name
 */
record RunningInstance(Setting name) implements InstanceSource {
    @Override
    public HazelcastInstance open() {
        String wanted = name.value().strip();
        HazelcastInstance member = Hazelcast.getHazelcastInstanceByName(wanted);
        HazelcastInstance found = member != null ? member : HazelcastClient.getHazelcastClientByName(wanted);
        if (found == null) {
            List<String> names = names();
            throw Complaints.about(
                    name,
                    "must be the name of a Hazelcast instance that runs in this JVM and was loaded by the same class"
                            + " loader (there " + (names.isEmpty() ? "is none" : "are: " + Problem.listed(names))
                            + ')');
        }
        return found;
    }

    @Override
    public boolean isStartedHere() {
        return false;
    }

    private static List<String> names() {
        return Stream.of(Hazelcast.getAllHazelcastInstances(), HazelcastClient.getAllHazelcastClients())
                .flatMap(Collection::stream)
                .map(HazelcastInstance::getName)
                .toList();
    }
}

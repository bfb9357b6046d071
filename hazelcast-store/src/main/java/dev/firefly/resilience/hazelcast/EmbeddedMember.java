package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.util.List;
import java.util.stream.Stream;

/**
 * A member of our own, set up for this store alone; see {@link MemberConfig}.
 *
 * @param members where other members may be found, as {@code host:port}
 * @param networkInterface the address to listen on; its asterisks and ranges are those of Hazelcast
 * @param port the port to listen on; 0 for any that is free
 * @param clusterName members with different names never join
 */
record EmbeddedMember(List<String> members, String networkInterface, int port, String clusterName)
        implements InstanceSource {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.hazelcast");

    EmbeddedMember {
        members = List.copyOf(members);
    }

    @Override
    public HazelcastInstance open() {
        try {
            HazelcastInstance instance = Hazelcast.newHazelcastInstance(MemberConfig.of(this));
            if (members.isEmpty()) {
                LOG.log(
                        Level.INFO,
                        "Nobody else shares the state so far: " + Settings.PREFIX + HazelcastSettings.MEMBERS
                                + " is not set, so this member looks for no other");
            }
            return instance;
        } catch (RuntimeException e) {
            if (causedBy(e, BindException.class)) {
                String complaint = "must be free on " + networkInterface + ", was " + port + ", which is taken or not"
                        + " allowed: set " + Settings.PREFIX + HazelcastSettings.PORT
                        + " to another port, or to 0 for any free one";
                throw Complaints.exception(
                        Problem.withRemedy(Settings.PREFIX + HazelcastSettings.PORT, complaint, ""), e);
            }
            if (String.valueOf(e.getMessage()).contains("network interface")) {
                String complaint = "must be an address of this machine, was " + networkInterface;
                throw problem(HazelcastSettings.INTERFACE, complaint, e);
            }
            if (!members.isEmpty()) {
                String complaint = "must lead to members that this one can join, was " + String.join(",", members)
                        + ", which did not work: " + Complaints.reason(e)
                        + ". Hazelcast's log says more; all members of a"
                        + " cluster need the same version and the same ways to find each other";
                throw problem(HazelcastSettings.MEMBERS, complaint, e);
            }
            throw e;
        }
    }

    @Override
    public boolean isStartedHere() {
        return true;
    }

    private static ConfigurationException problem(String key, String complaint, RuntimeException cause) {
        return Complaints.exception(new Problem(Settings.PREFIX + key, complaint, ""), cause);
    }

    private static boolean causedBy(Throwable failure, Class<? extends Throwable> type) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(type::isInstance);
    }
}

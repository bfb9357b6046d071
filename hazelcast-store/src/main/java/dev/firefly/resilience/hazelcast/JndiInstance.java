package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings.Setting;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An instance that a server offers under a name; the server's to shut down.
 *
 * @param name the setting with that name
 */
record JndiInstance(Setting name) implements InstanceSource {
    private static final String ACCEPTED = "must be the JNDI name of a HazelcastInstance";
    /** Other schemes make the JDK ask a directory on the network, and load what it is told to from there. */
    private static final Pattern LOCAL = Pattern.compile("java:.*|[^:]*");

    @Override
    public void check(Problems problems) {
        if (!LOCAL.matcher(text()).matches()) {
            problems.add(Complaints.problem(name, ACCEPTED + " in this server: java:... or a name without a colon"));
        }
    }

    private String text() {
        return name.value().strip();
    }

    @Override
    public HazelcastInstance open() {
        Object found = lookUp();
        if (found instanceof HazelcastInstance instance) {
            return instance;
        }
        throw found != null && isNamedLikeOurs(found.getClass())
                ? otherLoader(found)
                : Complaints.about(
                        name,
                        ACCEPTED + ", not of a "
                                + (found == null ? "null" : found.getClass().getName()));
    }

    @Override
    public boolean isStartedHere() {
        return false;
    }

    private Object lookUp() {
        try {
            return ServerNames.lookUp(text());
        } catch (ServerNames.NotBoundException e) {
            List<String> neighbours = e.neighbours();
            String offer = neighbours.isEmpty() ? "" : " (beside it there are: " + Problem.listed(neighbours) + ')';
            throw Complaints.about(name, ACCEPTED + " that is bound when the application starts" + offer, e);
        } catch (NoClassDefFoundError e) {
            throw Complaints.about(name, "can be used only where Java has its module java.naming", e);
        }
    }

    private static boolean isNamedLikeOurs(Class<?> type) {
        return type.getName().equals(HazelcastInstance.class.getName())
                || Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                        .anyMatch(JndiInstance::isNamedLikeOurs);
    }

    private ConfigurationException otherLoader(Object found) {
        return Complaints.aboutWithRemedy(
                name,
                ACCEPTED + " of the class that this library uses, which came from "
                        + HazelcastInstance.class.getClassLoader() + "; what was found is of the class of the same name"
                        + " that came from " + found.getClass().getClassLoader(),
                "To share a server's grid leave Hazelcast out of the application and let the server's classes go first: on"
                        + " Payara <class-loader delegate=\"true\"/> in WEB-INF/payara-web.xml. To go on with a Hazelcast of"
                        + " the application's own, take this key away");
    }
}

package dev.firefly.resilience.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member or a client that is started as a Hazelcast configuration file says, and in no other way.
 *
 * @param location the setting that says where the file is
 */
record ConfiguredInstance(Setting location) implements InstanceSource {
    private static final String READABLE =
            "must be a file, a class path resource or a URL of a Hazelcast configuration for a member or a client";
    private static final String STARTABLE = "must be a Hazelcast configuration with which an instance can start";
    private static final String ONCE = "must not name an instance that runs already, as %s does";
    private static final String NOT_TWICE = "leave its name out of the file, or use that instance by " + Settings.PREFIX
            + HazelcastSettings.INSTANCE_NAME + " in place of this key";

    @Override
    public void check(Problems problems) {
        try {
            HazelcastVersion.check(true);
            ConfigFile file = read();
            if (file.isForClient()) {
                file.client();
            } else {
                file.member();
            }
        } catch (ConfigurationException e) {
            e.problems().forEach(problems::add);
        } catch (IOException | RuntimeException e) {
            problems.add(Complaints.problem(location, READABLE, Complaints.reason(e)));
        }
    }

    @Override
    public HazelcastInstance open() {
        try {
            ConfigFile file = read();
            return file.isForClient() ? client(file.client()) : member(file.member());
        } catch (ConfigurationException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw Complaints.about(location, STARTABLE, e);
        }
    }

    @Override
    public boolean isStartedHere() {
        return true;
    }

    private HazelcastInstance member(Config config) {
        refuseToStartTwice(config.getInstanceName(), Hazelcast::getHazelcastInstanceByName);
        if (config.getClassLoader() == null) {
            config.setClassLoader(loader());
        }
        return Hazelcast.newHazelcastInstance(config);
    }

    private HazelcastInstance client(ClientConfig config) {
        refuseToStartTwice(config.getInstanceName(), HazelcastClient::getHazelcastClientByName);
        if (config.getClassLoader() == null) {
            config.setClassLoader(loader());
        }
        return ClientStart.start(config, ClientStart.PATIENCE);
    }

    private void refuseToStartTwice(@Nullable String name, Function<String, @Nullable HazelcastInstance> running) {
        if (name != null && running.apply(name) != null) {
            throw Complaints.aboutWithRemedy(location, ONCE.formatted(name), NOT_TWICE);
        }
    }

    private ConfigFile read() throws IOException {
        return ConfigFile.read(location.value().strip(), loader());
    }

    /** That of the application, whose resources and classes the file may name. */
    private static ClassLoader loader() {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        return application != null ? application : ConfiguredInstance.class.getClassLoader();
    }
}

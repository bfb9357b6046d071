package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.config.Settings.Setting;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Opens the store that {@code store.type=hazelcast} means, over the first of these that there is: an instance that the
 * application has; what {@code hazelcast.jndi-name}, {@code hazelcast.instance-name} or {@code hazelcast.config} leads to;
 * a member that it starts, which listens on the loopback interface alone unless told otherwise. What it starts ends with
 * the store, and nothing else does.
 */
public final class HazelcastStoreProvider implements ResilienceStoreProvider {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.hazelcast");

    /** For {@link java.util.ServiceLoader}. */
    public HazelcastStoreProvider() {}

    @Override
    public String type() {
        return "hazelcast";
    }

    @Override
    public Set<String> keys() {
        return HazelcastSettings.KEYS;
    }

    @Override
    public void validate(Settings settings, Problems problems) {
        try {
            HazelcastSettings.read(settings, problems);
        } catch (LinkageError e) {
            LOG.log(Level.DEBUG, "Whoever opens the store is told", e);
        }
    }

    @Override
    public Optional<Class<?>> connectionType() {
        try {
            return Optional.of(HazelcastInstance.class);
        } catch (LinkageError e) {
            LOG.log(Level.DEBUG, "Whoever opens the store is told", e);
            return Optional.empty();
        }
    }

    @Override
    public ResilienceStore openOver(Object connection, Settings settings, Options options) {
        Map<String, Setting> unused = HazelcastSettings.present(settings);
        if (!unused.isEmpty()) {
            String keys = unused.values().stream().map(Setting::key).collect(Collectors.joining(", "));
            LOG.log(Level.WARNING, () -> "The application's own HazelcastInstance is used, which makes idle: " + keys);
        }
        try {
            HazelcastVersion.check(false);
            return HazelcastStore.over((HazelcastInstance) connection, options);
        } catch (ConfigurationException e) {
            throw Complaints.located(e, settings);
        } catch (LinkageError e) {
            throw Complaints.located(HazelcastVersion.unusable(e), settings);
        }
    }

    @Override
    public ResilienceStore open(Settings settings, Options options) {
        Problems problems = new Problems();
        try {
            InstanceSource source = HazelcastSettings.read(settings, problems);
            problems.throwIfAny();
            HazelcastVersion.check(source.isStartedHere());
            return source.isStartedHere()
                    ? OwnThread.call(() -> owning(source.open(), options))
                    : HazelcastStore.over(source.open(), options);
        } catch (ConfigurationException e) {
            throw Complaints.located(e, settings);
        } catch (LinkageError e) {
            throw Complaints.located(HazelcastVersion.unusable(e), settings);
        }
    }

    private static ResilienceStore owning(HazelcastInstance instance, Options options) {
        try {
            return HazelcastStore.owning(instance, options);
        } catch (RuntimeException | Error e) {
            instance.shutdown();
            throw e;
        }
    }
}

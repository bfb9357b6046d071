package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.util.Set;

/**
 * Opens the store that {@code store.type=hazelcast} means: over the instance in this JVM that
 * {@code hazelcast.instance-name} names, or else over a member that it starts and that ends with the store. Such a
 * member listens on the loopback interface alone unless told otherwise.
 */
public final class HazelcastStoreProvider implements ResilienceStoreProvider {
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
        HazelcastSettings.read(settings, problems);
    }

    @Override
    public ResilienceStore open(Settings settings, Options options) {
        Problems problems = new Problems();
        HazelcastSettings read = HazelcastSettings.read(settings, problems);
        problems.throwIfAny();
        try {
            HazelcastVersion.check();
            return read.instanceName().isPresent()
                    ? HazelcastStore.over(
                            InstanceFinder.named(read.instanceName().get()), options)
                    : start(read, options);
        } catch (LinkageError e) {
            throw HazelcastVersion.unusable(e);
        }
    }

    private static ResilienceStore start(HazelcastSettings settings, Options options) {
        HazelcastInstance instance = InstanceFinder.start(settings);
        try {
            return HazelcastStore.owning(instance, options);
        } catch (RuntimeException | Error e) {
            instance.shutdown();
            throw e;
        }
    }
}

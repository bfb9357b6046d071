package dev.firefly.resilience.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.Problems;

/** A way to a Hazelcast instance, as the settings describe it. */
sealed interface InstanceSource permits JndiInstance, RunningInstance, ConfiguredInstance, EmbeddedMember {

    /** Notes what can be told to be wrong without starting anything or looking for what may not be there yet. */
    default void check(Problems problems) {}

    /**
     * Finds the instance, or starts it; may block while it joins its cluster.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException when there is none, or none can be started
     */
    HazelcastInstance open();

    /** Whether the instance is started by {@link #open}, and so is the caller's to shut down. */
    boolean isStartedHere();
}

package dev.firefly.resilience.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.InvalidConfigurationException;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import java.time.Duration;
import java.util.List;

/**
 * How the maps are set up. Idle records go by a setting of the map, since a write would reset an expiry of the entry; and
 * such a setting counts only if the cluster has it before the map is first used.
 */
final class MapSettings {
    private MapSettings() {}

    /**
     * Gives the cluster the map's settings. A member whose own configuration covers the map keeps that, if the state of
     * the patterns is safe with it.
     *
     * @throws ConfigurationException when the cluster has settings for the map that it is not safe with
     */
    static void apply(HazelcastInstance instance, String map, Duration idleTtl) {
        boolean member = instance.getLocalEndpoint() instanceof Member;
        // Asked first, since Hazelcast logs a refusal as a severe error of its own.
        boolean there = member && instance.getConfig().getMapConfigs().containsKey(map);
        boolean refused = !there && !add(instance, wanted(map, idleTtl));
        if (member) {
            // Not only when there: a wildcard in the member's own configuration wins over what was added.
            check(instance.getConfig().findMapConfig(map), map, idleTtl).throwIfAny();
        } else if (refused) {
            throw new ConfigurationException(List.of(Problem.withRemedy(
                    Settings.PREFIX + "store.idle-ttl",
                    "must be the same on all who use a cluster, was " + Durations.format(idleTtl)
                            + ", but the cluster has other settings"
                            + " for the map " + map + ": use its value, remove them from the members' configuration,"
                            + " or choose another " + Settings.PREFIX + "store.prefix",
                    "")));
        }
    }

    private static boolean add(HazelcastInstance instance, MapConfig wanted) {
        try {
            instance.getConfig().addMapConfig(wanted);
            return true;
        } catch (InvalidConfigurationException e) {
            System.getLogger("dev.firefly.resilience.hazelcast")
                    .log(System.Logger.Level.DEBUG, () -> "The cluster has settings for " + wanted.getName(), e);
            return false;
        }
    }

    static MapConfig wanted(String map, Duration idleTtl) {
        MapConfig config = new MapConfig(map);
        config.setBackupCount(1);
        config.setInMemoryFormat(InMemoryFormat.BINARY);
        config.setMaxIdleSeconds(maxIdleSeconds(idleTtl));
        return config;
    }

    /** What state is not safe with in the settings that are in force. */
    static Problems check(MapConfig actual, String map, Duration idleTtl) {
        int idle = maxIdleSeconds(idleTtl);
        int actualIdle = actual.getMaxIdleSeconds();
        boolean longEnough = actualIdle == 0 || (idle != 0 && actualIdle >= idle);
        int timeToLive = actual.getTimeToLiveSeconds();
        EvictionPolicy eviction = actual.getEvictionConfig().getEvictionPolicy();
        // Only as bytes are values compared byte by byte.
        InMemoryFormat format = actual.getInMemoryFormat();
        String idleAccepted = "max-idle-seconds must be 0 (never)" + (idle == 0 ? "" : " or at least " + idle) + ", as "
                + Settings.PREFIX + "store.idle-ttl says";
        String key = "Hazelcast map " + map + ':';
        return new Problems()
                .require(longEnough, key, idleAccepted, actualIdle)
                .require(timeToLive == 0, key, "time-to-live-seconds must be 0", timeToLive)
                .require(eviction == EvictionPolicy.NONE, key, "eviction-policy must be NONE", eviction)
                .require(format == InMemoryFormat.BINARY, key, "in-memory-format must be BINARY", format)
                .require(actual.getNearCacheConfig() == null, key, "near-cache must not be set", "set")
                .require(!actual.isReadBackupData(), key, "read-backup-data must be false", true);
    }

    /** In whole seconds, rounded up; 0, which is never, for 0 and for more than Hazelcast can count. */
    static int maxIdleSeconds(Duration idleTtl) {
        long seconds = idleTtl.plusSeconds(1).minusNanos(1).toSeconds();
        return seconds > Integer.MAX_VALUE - 1 ? 0 : (int) seconds;
    }
}

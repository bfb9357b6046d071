package dev.firefly.resilience.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.NetworkConfig;
import java.util.Map;
import java.util.UUID;

/**
 * How a member of our own is set up: it listens on one interface, finds others only where it is told to look, notices
 * within seconds that one has died, and stays small. Written out here rather than read from anywhere, so that a
 * {@code hazelcast.xml} which happens to lie on the class path changes nothing.
 */
final class MemberConfig {
    private static final Map<String, String> PROPERTIES = Map.ofEntries(
            // Interfaces alone are not enough: without this the socket is still bound to all addresses.
            Map.entry("hazelcast.socket.bind.any", "false"),
            Map.entry("hazelcast.heartbeat.interval.seconds", "1"),
            Map.entry("hazelcast.max.no.heartbeat.seconds", "10"),
            Map.entry("hazelcast.operation.call.timeout.millis", "5000"),
            // With a backup that hangs, a write would otherwise take five seconds.
            Map.entry("hazelcast.operation.backup.timeout.millis", "500"),
            // The parts of a split cluster count apart until they meet again, so let them meet soon; but not before
            // each has noticed who is gone.
            Map.entry("hazelcast.merge.first.run.delay.seconds", "15"),
            Map.entry("hazelcast.merge.next.run.delay.seconds", "10"),
            Map.entry("hazelcast.wait.seconds.before.join", "0"),
            Map.entry("hazelcast.max.join.seconds", "60"),
            Map.entry("hazelcast.graceful.shutdown.max.wait", "10"),
            // Every five seconds a quarter of the partitions, each as a whole: idle records are soon gone.
            // By default it would be a few partitions and a tenth of their records, and half a million would take
            // hours.
            Map.entry("hazelcast.internal.map.expiration.cleanup.operation.count", "64"),
            Map.entry("hazelcast.internal.map.expiration.cleanup.percentage", "100"),
            Map.entry("hazelcast.phone.home.enabled", "false"),
            Map.entry("hazelcast.shutdownhook.enabled", "false"),
            Map.entry("hazelcast.logging.type", "jdk"),
            Map.entry("hazelcast.health.monitoring.level", "OFF"),
            Map.entry("hazelcast.operation.thread.count", "2"),
            Map.entry("hazelcast.operation.generic.thread.count", "2"),
            Map.entry("hazelcast.io.thread.count", "1"),
            Map.entry("hazelcast.event.thread.count", "2"),
            Map.entry("hazelcast.clientengine.thread.count", "2"),
            Map.entry("hazelcast.clientengine.query.thread.count", "1"),
            Map.entry("hazelcast.clientengine.blocking.thread.count", "2"));

    private MemberConfig() {}

    static Config of(EmbeddedMember member) {
        Config config = new Config();
        // Unique, so that several applications in one JVM never take one another's.
        config.setInstanceName(member.clusterName() + '-' + UUID.randomUUID());
        config.setClusterName(member.clusterName());
        config.setClassLoader(MemberConfig.class.getClassLoader());
        PROPERTIES.forEach(config::setProperty);
        config.getMetricsConfig().setEnabled(false);
        // We store bytes. What others send must not become objects of whatever class lies on the application's class
        // path.
        config.getSerializationConfig().setJavaSerializationFilterConfig(new JavaSerializationFilterConfig());
        network(config.getNetworkConfig(), member);
        return config;
    }

    private static void network(NetworkConfig network, EmbeddedMember member) {
        network.setPort(member.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(member.networkInterface());
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(member.members());
    }
}

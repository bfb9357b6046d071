package dev.firefly.resilience.hazelcast;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Endpoint;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.Partition;
import dev.firefly.resilience.core.MonotonicTime;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.store.ResilienceStore;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store in the maps of a Hazelcast cluster, for a member as well as a client: one map for each pattern, named
 * {@code <prefix>:<pattern>}, with the instance's name as the key and bytes as the value. Members need none of our
 * classes. A record is changed under the lock of its entry, which is given up after five seconds at the latest (as little
 * as four, since Hazelcast counts whole seconds), and only by comparing and replacing.
 *
 * <p>Thread-safe. A lock belongs to the thread that took it, so the section runs on that thread and must not leave it;
 * callers are not to interrupt a thread that is in {@link #withLock}.
 */
public final class HazelcastStore implements ResilienceStore {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.hazelcast");
    private static final long LEASE_SECONDS = 5;

    private final HazelcastInstance instance;
    private final boolean ours;
    private final Cluster cluster;
    private final StateMaps maps;
    private final LaneTable lanes;
    private final MemberClock memberClock;
    private final @Nullable ClientClock clientClock;
    private final Set<ChangeWatch> watches = ConcurrentHashMap.newKeySet();
    private final AtomicLong lapsedLocks = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    private HazelcastStore(HazelcastInstance instance, Options options, boolean ours) {
        this.instance = instance;
        this.ours = ours;
        cluster = instance.getCluster();
        maps = StateMaps.open(instance, options);
        lanes = new LaneTable(this::memberIds);
        boolean member = instance.getLocalEndpoint() instanceof Member;
        memberClock =
                new MemberClock(() -> TimeUnit.MILLISECONDS.toNanos(cluster.getClusterTime()), MonotonicTime::nanos);
        clientClock = member ? null : ClientClock.start(instance, options.prefix());
        warmUp(options.prefix());
    }

    /**
     * Goes the way of a first call before there is one: the cluster deals out its partitions and this JVM loads what the
     * way needs, which together can take longer than a call may wait. Leaves nothing in the map.
     */
    private void warmUp(String prefix) {
        try {
            withLock(
                    prefix + ':' + Pattern.CIRCUIT_BREAKER.key() + ":(warm-up of " + UUID.randomUUID() + ')',
                    Duration.ofSeconds(LEASE_SECONDS),
                    Entry::value);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The cluster does not answer yet; calls go on trying", e);
        }
    }

    /**
     * A store over an instance that the application has, a member or a client. Closing the store leaves it running.
     *
     * @throws dev.firefly.resilience.config.ConfigurationException when the cluster has settings for the store's maps
     *     under which state is not safe
     */
    public static HazelcastStore over(HazelcastInstance instance, Options options) {
        return OwnThread.call(() -> new HazelcastStore(instance, options, false));
    }

    /** A store over an instance that ends with it. */
    static HazelcastStore owning(HazelcastInstance instance, Options options) {
        return OwnThread.call(() -> new HazelcastStore(instance, options, true));
    }

    /** The instance that this store uses, for looking at it; it may end with the store. */
    public HazelcastInstance instance() {
        return instance;
    }

    /** How many locks had lapsed before they were to be released, since the store was opened. */
    public long lapsedLocks() {
        return lapsedLocks.get();
    }

    @Override
    public Map<String, byte[]> read(Collection<String> keys) {
        return maps.read(keys);
    }

    @Override
    public boolean withLock(String key, Duration wait, Section section) {
        StateEntry entry = maps.entry(key);
        if (!lock(entry, wait)) {
            return false;
        }
        try {
            section.run(entry);
        } finally {
            unlock(entry);
        }
        return true;
    }

    private static boolean lock(StateEntry entry, Duration wait) {
        // Hazelcast counts milliseconds and would cut the rest off.
        long millis = wait.plusMillis(1).minusNanos(1).toMillis();
        try {
            return entry.map().tryLock(entry.name(), millis, TimeUnit.MILLISECONDS, LEASE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the lock of " + entry.name(), e);
        }
    }

    /** Never throws: the section has run, and what it wrote counts whatever becomes of its lock. */
    private void unlock(StateEntry entry) {
        try {
            entry.map().unlock(entry.name());
        } catch (IllegalMonitorStateException e) {
            if (lapsedLocks.getAndIncrement() == 0) {
                LOG.log(
                        Level.WARNING,
                        () -> "The lock of " + entry.name() + " lapsed before it was released. Nobody else's"
                                + " change was overwritten; this is logged once and counted from now on");
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "The lock of " + entry.name() + " is left to lapse", e);
        }
    }

    @Override
    public Watch watch(ChangeListener listener) {
        ChangeWatch watch = new ChangeWatch(listener, watches::remove);
        watches.add(watch);
        OwnThread.run(() -> watch.start(instance.getLifecycleService(), maps.all()));
        return watch;
    }

    @Override
    public long now() {
        return clientClock == null ? memberClock.nanos() : clientClock.nanos();
    }

    @Override
    public Members members() {
        // Asked for anew each time: a member that returns from the smaller part of a split cluster has a new identity.
        Endpoint self = instance.getLocalEndpoint();
        return new Members(
                self.getUuid().toString(),
                memberIds().stream().map(UUID::toString).collect(Collectors.toUnmodifiableSet()));
    }

    private Set<UUID> memberIds() {
        return cluster.getMembers().stream().map(Member::getUuid).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public int lane(String key) {
        String name = maps.entry(key).name();
        try {
            Partition partition = instance.getPartitionService().getPartition(name);
            Member owner = partition.getOwner();
            return lanes.lane(owner == null ? null : owner.getUuid(), partition.getPartitionId());
        } catch (RuntimeException e) {
            // A client without a connection, or an instance that is shutting down.
            return lanes.lane(null, name.hashCode());
        }
    }

    @Override
    public int lanes() {
        return LaneTable.LANES;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            OwnThread.run(this::end);
        }
    }

    private void end() {
        watches.forEach(ChangeWatch::close);
        if (clientClock != null) {
            clientClock.close();
        }
        if (ours) {
            instance.shutdown();
        }
    }
}

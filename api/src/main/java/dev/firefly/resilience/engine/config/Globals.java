package dev.firefly.resilience.engine.config;

import dev.firefly.resilience.config.Durations;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.store.OnFailure;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The settings that concern no single instance; validated, immutable.
 *
 * @param storeType {@code auto}, {@code memory}, or the type of a store provider; which there are is not known here
 * @param storePrefix what all keys in the store begin with; 1 to {@value #MAX_PREFIX} characters
 * @param lockBlockTimeout how long one call waits for the store in all, longer than 0; default 500 ms
 * @param maxStaleness how old a local snapshot may be, longer than 0; default 1 s
 * @param idleTtl when an unused record disappears, longer than maxStaleness; default 24 h
 * @param onFailure what becomes of calls while the store is down; default local
 * @param unknownKeys what to do about keys that do not exist; default fail
 * @param missingClasses what to do about exception classes that do not exist; default fail
 * @param refreshInterval how often the settings of instances are read again; 0: only when asked to; default 0
 * @param interceptorPriority the priority of the interceptor, where one is used; absent: the interceptor's own
 * @param maxDynamicInstances how many instances of a pattern there may be whose names are not configured before those
 *     unused for longest are forgotten, at least 1; default 100,000
 * @param stackTraces whether rejections carry a stack trace; default false
 * @param clusterEvents whether transitions of circuits that other nodes made are announced too; default false
 */
public record Globals(
        String storeType,
        String storePrefix,
        Duration lockBlockTimeout,
        Duration maxStaleness,
        Duration idleTtl,
        OnFailure onFailure,
        Strictness unknownKeys,
        Strictness missingClasses,
        Duration refreshInterval,
        OptionalInt interceptorPriority,
        int maxDynamicInstances,
        boolean stackTraces,
        boolean clusterEvents) {

    /** The most characters of a store prefix. */
    public static final int MAX_PREFIX = 100;

    /** @throws dev.firefly.resilience.config.ConfigurationException listing every component that is out of range */
    public Globals {
        Problems problems = new Problems()
                .require(
                        !storePrefix.isEmpty()
                                && storePrefix.length() <= MAX_PREFIX
                                && storePrefix.chars().noneMatch(Character::isISOControl),
                        "store.prefix",
                        "must be 1 to " + MAX_PREFIX + " characters, none of them a control character",
                        storePrefix);
        aboveZero(problems, "store.lock-block-timeout", lockBlockTimeout);
        aboveZero(problems, "store.max-staleness", maxStaleness);
        aboveZero(problems, "store.idle-ttl", idleTtl);
        problems.require(
                        maxDynamicInstances >= 1, "registry.max-dynamic-instances", "must be >= 1", maxDynamicInstances)
                .require(
                        idleTtl.isZero() || idleTtl.compareTo(maxStaleness) > 0,
                        "store.idle-ttl",
                        "must be longer than store.max-staleness (" + Durations.format(maxStaleness) + ')',
                        Durations.format(idleTtl))
                .throwIfAny();
    }

    private static void aboveZero(Problems problems, String key, Duration value) {
        problems.require(!value.isZero(), key, "must be longer than 0", Durations.format(value));
    }

    /** The defaults. */
    public static Globals defaults() {
        return new Builder().build();
    }

    Builder toBuilder() {
        Builder builder = new Builder();
        builder.storeType = storeType;
        builder.storePrefix = storePrefix;
        builder.lockBlockTimeout = lockBlockTimeout;
        builder.maxStaleness = maxStaleness;
        builder.idleTtl = idleTtl;
        builder.onFailure = onFailure;
        builder.unknownKeys = unknownKeys;
        builder.missingClasses = missingClasses;
        builder.refreshInterval = refreshInterval;
        builder.interceptorPriority = interceptorPriority;
        builder.maxDynamicInstances = maxDynamicInstances;
        builder.stackTraces = stackTraces;
        builder.clusterEvents = clusterEvents;
        return builder;
    }

    /** Begins with the defaults. Not thread-safe. */
    static final class Builder {
        String storeType = "auto";
        String storePrefix = "firefly:resilience";
        Duration lockBlockTimeout = Duration.ofMillis(500);
        Duration maxStaleness = Duration.ofSeconds(1);
        Duration idleTtl = Duration.ofHours(24);
        OnFailure onFailure = OnFailure.LOCAL;
        Strictness unknownKeys = Strictness.FAIL;
        Strictness missingClasses = Strictness.FAIL;
        Duration refreshInterval = Duration.ZERO;
        OptionalInt interceptorPriority = OptionalInt.empty();
        int maxDynamicInstances = 100_000;
        boolean stackTraces;
        boolean clusterEvents;

        Globals build() {
            return new Globals(
                    storeType,
                    storePrefix,
                    lockBlockTimeout,
                    maxStaleness,
                    idleTtl,
                    onFailure,
                    unknownKeys,
                    missingClasses,
                    refreshInterval,
                    interceptorPriority,
                    maxDynamicInstances,
                    stackTraces,
                    clusterEvents);
        }
    }
}

package dev.firefly.resilience.engine.ratelimiter;

import dev.firefly.resilience.ratelimiter.RateLimiterConfig;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * The settings of a limiter as whole numbers; immutable. A bucket is described by what it lacks: nothing when it is full,
 * its capacity when it is empty, and more than that while callers wait for tokens that are still to come.
 *
 * @param maxWaitNanos how long a caller may wait; six years can always be had, and longer waits where they can be counted
 */
record Meter(Scale scale, int maxTokens, long maxWaitNanos) {
    /** While settings differ, others may let callers wait for longer than this node does, but not for longer than this. */
    static final long LONGEST_FOREIGN_WAIT_NANOS = 3_600_000_000_000L;

    /** What a bucket may lack when the longest wait is over. */
    private static final BigInteger RANGE = BigInteger.ONE.shiftLeft(60);
    /** A token is divided no finer than it takes for a relative error of 10^-12. */
    private static final BigInteger FINEST = BigInteger.ONE.shiftLeft(40);
    /** A number has as many digits as its author liked; no more than these count. */
    private static final MathContext DIGITS = new MathContext(40, RoundingMode.DOWN);

    /**
     * Works out the numbers. The rate is exact where that fits, and else the closest one below of those that fit.
     */
    static Meter of(RateLimiterConfig config) {
        return of(config.refillRate(), config.maxTokens(), config.timeout());
    }

    /** The same for one of so many equal parts; of the tokens, at least one. */
    static Meter of(RateLimiterConfig config, int parts) {
        return of(
                config.refillRate().divide(BigDecimal.valueOf(parts), DIGITS),
                Math.max(1, config.maxTokens() / parts),
                config.timeout());
    }

    private static Meter of(BigDecimal refillRate, int maxTokens, Duration timeout) {
        BigDecimal rate = refillRate.round(DIGITS);
        BigInteger flow = rate.scaleByPowerOfTen(Math.max(0, rate.scale())).toBigIntegerExact();
        BigInteger token =
                BigDecimal.ONE.scaleByPowerOfTen(Math.max(0, rate.scale()) + 9).toBigIntegerExact();
        BigInteger divisor = flow.gcd(token);
        flow = flow.divide(divisor);
        token = token.divide(divisor);

        BigInteger fill = ceiling(BigInteger.valueOf(maxTokens).multiply(token), flow);
        BigInteger wait = BigInteger.valueOf(timeout.toNanos()).min(RANGE.subtract(fill));
        BigInteger most = RANGE.divide(fill.add(wait))
                .min(flow.multiply(FINEST).divide(token))
                .max(BigInteger.ONE);
        Scale scale = flow.compareTo(most) <= 0 ? scale(flow, token) : scale(most, ceiling(most.multiply(token), flow));
        return new Meter(scale, maxTokens, wait.longValueExact());
    }

    private static Scale scale(BigInteger perNano, BigInteger perToken) {
        return new Scale(perNano.longValueExact(), perToken.longValueExact());
    }

    private static BigInteger ceiling(BigInteger dividend, BigInteger divisor) {
        return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor);
    }

    /** What that many tokens are, {@code max-tokens} at most. */
    long units(int tokens) {
        return tokens * scale.unitsPerToken();
    }

    private long capacity() {
        return units(maxTokens);
    }

    /**
     * What a bucket seems to lack, but not more than it can lack by these settings or by those of the node that wrote it:
     * twice what it holds, since what nodes have used that were alone for a while is added, and what callers wait for. More
     * than that is damage.
     */
    long believable(long missing, TokenBucket bucket) {
        long debt = scale.unitsIn(Math.max(maxWaitNanos, LONGEST_FOREIGN_WAIT_NANOS));
        if (missing - debt <= capacity()) {
            return missing;
        }
        long foreign = scale.converted(bucket.scale().units(bucket.maxTokens()), bucket.scale());
        long held = Math.max(capacity(), foreign);
        return Math.min(missing - held, held + debt) + held;
    }

    /** How long until a bucket that lacks so much lacks no more than it holds, so that all it owes has come. */
    long waitNanos(long missing) {
        long owed = missing - capacity();
        return owed <= 0 ? 0 : scale.nanosFor(owed);
    }

    /** The whole tokens in a bucket that lacks so much; none while it owes some. */
    int available(long missing) {
        long left = capacity() - missing;
        return left <= 0 ? 0 : (int) (left / scale.unitsPerToken());
    }
}

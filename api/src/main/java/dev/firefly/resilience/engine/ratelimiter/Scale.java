package dev.firefly.resilience.engine.ratelimiter;

import java.math.BigInteger;

/**
 * A refill rate in whole numbers: in each nanosecond flow so many units into the bucket, and so many units are one token.
 * All arithmetic rounds in favour of the limit, by less than one unit.
 *
 * @param unitsPerNano at least 1 and at most {@code unitsPerToken}: no rate is above one token per nanosecond
 * @param unitsPerToken at most 2^61
 */
record Scale(long unitsPerNano, long unitsPerToken) {
    /** No bucket lacks more; low enough that two such numbers can be compared and a bucket's worth added. */
    static final long MOST_UNITS = 1L << 62;

    /** By so little may differ what stands for one rate; far less than anybody configures. */
    private static final double SAME_RATE = 1e-9;

    Scale {
        if (unitsPerNano < 1 || unitsPerToken < unitsPerNano || unitsPerToken > MOST_UNITS / 2) {
            throw new IllegalArgumentException(unitsPerNano + " units per ns, " + unitsPerToken + " per token");
        }
    }

    /** The rate, for people to read. */
    double tokensPerSecond() {
        return 1e9 * unitsPerNano / unitsPerToken;
    }

    /** Whether both refill alike; one rate has several scales when its exact one does not fit. */
    boolean isSameRateAs(Scale other) {
        double own = tokensPerSecond();
        return Math.abs(own - other.tokensPerSecond()) <= own * SAME_RATE;
    }

    /** What that many tokens are, {@link #MOST_UNITS} at most. */
    long units(int tokens) {
        return tokens <= MOST_UNITS / unitsPerToken ? tokens * unitsPerToken : MOST_UNITS;
    }

    /** How many units flow in so long, {@link #MOST_UNITS} at most. */
    long unitsIn(long nanos) {
        return nanos <= MOST_UNITS / unitsPerNano ? nanos * unitsPerNano : MOST_UNITS;
    }

    /** How long it takes until so many units have flowed. */
    long nanosFor(long units) {
        long whole = units / unitsPerNano;
        return whole * unitsPerNano == units ? whole : whole + 1;
    }

    /** What is still missing after so long. Time that ran backwards is no time. */
    long missingAfter(long missing, long elapsedNanos) {
        if (elapsedNanos <= 0) {
            return missing;
        }
        return elapsedNanos >= nanosFor(missing) ? 0 : missing - elapsedNanos * unitsPerNano;
    }

    /** What is missing, measured on this scale; {@link #MOST_UNITS} at most. */
    long converted(long missing, Scale from) {
        if (from.unitsPerToken == unitsPerToken) {
            return missing;
        }
        if (missing <= Long.MAX_VALUE / unitsPerToken) {
            long product = missing * unitsPerToken;
            long whole = product / from.unitsPerToken;
            return Math.min(MOST_UNITS, whole * from.unitsPerToken == product ? whole : whole + 1);
        }
        BigInteger[] parts = BigInteger.valueOf(missing)
                .multiply(BigInteger.valueOf(unitsPerToken))
                .divideAndRemainder(BigInteger.valueOf(from.unitsPerToken));
        BigInteger rounded = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
        return rounded.min(BigInteger.valueOf(MOST_UNITS)).longValue();
    }
}

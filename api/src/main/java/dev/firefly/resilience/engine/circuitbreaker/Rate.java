package dev.firefly.resilience.engine.circuitbreaker;

import java.math.BigDecimal;

/**
 * A rate threshold as an exact fraction.
 *
 * @param numerator above 0
 * @param denominator a power of ten up to 10^9, so that no product with a count of calls overflows
 */
record Rate(long numerator, long denominator) {
    static Rate of(BigDecimal value) {
        BigDecimal scaled = value.scale() < 0 ? value.setScale(0) : value;
        return new Rate(
                scaled.unscaledValue().longValueExact(),
                BigDecimal.TEN.pow(scaled.scale()).longValueExact());
    }

    boolean isReached(int part, int all) {
        return part > 0 && part * denominator >= numerator * all;
    }
}

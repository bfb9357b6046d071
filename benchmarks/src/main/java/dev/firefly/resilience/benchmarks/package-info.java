/** What a guarded call and a shared update cost, beside their peers; {@link dev.firefly.resilience.benchmarks.Compare} runs it all. */
@NullMarked
package dev.firefly.resilience.benchmarks;

import org.jspecify.annotations.NullMarked;

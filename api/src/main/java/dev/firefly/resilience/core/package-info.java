/** What every pattern shares: the shape of a guarded call, time, chance, failures and their classification. */
@NullMarked
package dev.firefly.resilience.core;

import org.jspecify.annotations.NullMarked;

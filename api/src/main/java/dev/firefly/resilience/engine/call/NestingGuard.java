package dev.firefly.resilience.engine.call;

import dev.firefly.resilience.core.Guard;

/**
 * A guard that knows what it stands around: the {@linkplain Body body itself}, or another guard, which is then asked to
 * call the body. So guards are nested once and for all, and nothing has to be made for a call.
 */
public interface NestingGuard extends Guard {
    /**
     * The same guard, with all its state, around another one.
     *
     * @param inner in the place of whatever this one stands around
     */
    Guard around(Guard inner);
}

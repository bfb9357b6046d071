package dev.firefly.resilience.fallback;

import java.util.concurrent.Executor;

/** Stands in where a fallback is used without a registry. */
final class NoHost implements FallbackHost {
    static final NoHost INSTANCE = new NoHost();

    private NoHost() {}

    @Override
    public String name() {
        return "";
    }

    @Override
    public long nanos() {
        return 0;
    }

    @Override
    public Executor executor() {
        return Runnable::run;
    }

    @Override
    public void executed(Throwable failure, Executor listeners) {
        // Nobody listens.
    }
}

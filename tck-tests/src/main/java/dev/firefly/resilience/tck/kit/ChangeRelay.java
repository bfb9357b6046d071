package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.store.ResilienceStore.ChangeListener;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Hands changes on, at once, later, or not at all. Thread-safe. */
final class ChangeRelay {
    private enum Mode {
        PASS,
        DELAY,
        LOSE
    }

    private final Queue<Runnable> delayed = new ArrayDeque<>();
    private Mode mode = Mode.PASS;

    ChangeListener around(ChangeListener listener) {
        return new ChangeListener() {
            @Override
            public void changed(String key, byte @Nullable [] value) {
                byte[] copy = value == null ? null : value.clone();
                if (passesOrKeeps(() -> listener.changed(key, copy))) {
                    listener.changed(key, value);
                }
            }

            @Override
            public void healing() {
                listener.healing();
            }

            @Override
            public void healed() {
                listener.healed();
            }
        };
    }

    private synchronized boolean passesOrKeeps(Runnable later) {
        if (mode == Mode.DELAY) {
            delayed.add(later);
        }
        return mode == Mode.PASS;
    }

    synchronized void lose() {
        mode = Mode.LOSE;
    }

    synchronized void delay() {
        mode = Mode.DELAY;
    }

    /** Changes that come meanwhile queue up behind the delayed ones, so that those of one key keep their order. */
    void pass() {
        for (Runnable next = nextOrPass(); next != null; next = nextOrPass()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable nextOrPass() {
        Runnable next = delayed.poll();
        mode = next == null ? Mode.PASS : Mode.DELAY;
        return next;
    }
}

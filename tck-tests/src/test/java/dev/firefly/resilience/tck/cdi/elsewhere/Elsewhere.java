package dev.firefly.resilience.tck.cdi.elsewhere;

import dev.firefly.resilience.annotation.Fallback;

/** Superclasses in a package that their subclasses do not belong to. */
public class Elsewhere {
    String instead() {
        return "elsewhere";
    }

    /** Asks for what only its own package sees. */
    public static class Asking {
        @Fallback(method = "instead")
        public String call() {
            throw new IllegalStateException("down");
        }

        String instead() {
            return "elsewhere";
        }
    }
}

package dev.firefly.resilience.cdi;

import dev.firefly.resilience.config.Settings;
import jakarta.annotation.Priority;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.interceptor.Interceptor;

/** {@code @Priority} as an object, for a value that is known at deployment only. */
final class PriorityLiteral extends AnnotationLiteral<Priority> implements Priority {
    private static final long serialVersionUID = 1L;

    /** Inside of request context activation, outside of transactions: each attempt is a transaction of its own. */
    private static final int DEFAULT = Interceptor.Priority.PLATFORM_BEFORE + 150;

    private final int value;

    private PriorityLiteral(int value) {
        this.value = value;
    }

    /** The configured one. A text that is no number is reported when everything else is. */
    static PriorityLiteral of(Settings settings) {
        String text = settings.find(Settings.PREFIX + "interceptor.priority")
                .map(Settings.Setting::value)
                .orElse("");
        try {
            return new PriorityLiteral(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return new PriorityLiteral(DEFAULT);
        }
    }

    @Override
    public int value() {
        return value;
    }
}

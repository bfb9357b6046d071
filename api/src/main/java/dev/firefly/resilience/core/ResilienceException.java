package dev.firefly.resilience.core;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Base of everything this library throws on its own account. Exceptions of the guarded code are never wrapped in one,
 * except where {@code wrap-exhausted} asks for it.
 *
 * <p>Instances are immutable apart from what {@link Throwable} allows. Rejections carry no stack trace unless
 * {@code firefly.resilience.rejections.stack-trace} is true: they are answers, and filling in a trace costs a hundred
 * times what the answer does.
 */
public abstract class ResilienceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable Pattern pattern;
    private final String instance;

    /**
     * @param code what went wrong
     * @param pattern the pattern that threw, or null where none is concerned
     * @param instance the name of the instance, empty where none is concerned
     * @param message the message, or null when the subclass computes it in {@link #getMessage()}
     * @param cause the cause, or null
     * @param stackTrace whether to fill in a stack trace
     */
    protected ResilienceException(
            ErrorCode code,
            @Nullable Pattern pattern,
            String instance,
            @Nullable String message,
            @Nullable Throwable cause,
            boolean stackTrace) {
        super(message, cause, true, stackTrace);
        this.code = code;
        this.pattern = pattern;
        this.instance = instance;
    }

    /** What went wrong. */
    public ErrorCode code() {
        return code;
    }

    /** The pattern that threw; empty where none is concerned. */
    public Optional<Pattern> pattern() {
        return Optional.ofNullable(pattern);
    }

    /** The name of the instance that threw; empty where none is concerned. */
    public String instance() {
        return instance;
    }

    /** How long to wait before another attempt has a chance, never negative; empty where nobody can know. */
    public Optional<Duration> retryAfter() {
        return Optional.empty();
    }

    /** Advice to callers: whether the same call may succeed later without any change. */
    public boolean retryable() {
        return code.isRejection() || code == ErrorCode.CALL_TIMEOUT;
    }
}

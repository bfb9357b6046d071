package dev.firefly.resilience.timelimiter;

/** What becomes of the result of a synchronous call on the caller's own thread that comes after its deadline. */
public enum LateSuccess {
    /** It is dropped; the call ends with a {@link TimeoutExceededException}. */
    THROW,
    /** It is returned; only the event tells that it was late. */
    RETURN
}

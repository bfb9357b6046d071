package dev.firefly.resilience.engine.config;

/** What to do about something that is probably a mistake but need not keep the application from starting. */
public enum Strictness {
    /** It is a problem like any other. */
    FAIL,
    /** It is logged and left out. */
    WARN
}

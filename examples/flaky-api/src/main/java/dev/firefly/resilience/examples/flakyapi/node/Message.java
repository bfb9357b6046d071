package dev.firefly.resilience.examples.flakyapi.node;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a node tells the process that started it, one line each.
 *
 * @param kind what it is about
 * @param at when it happened
 * @param openedAt which opening of the circuit it is about, by its time; null if about none
 * @param subject what exactly, as the kind says; else empty
 * @param text the rest, for people
 */
public record Message(Kind kind, Instant at, @Nullable Instant openedAt, String subject, String text) {
    private static final String SEPARATOR = "\t";
    private static final String NONE = "-";

    /** What a message may be about. */
    public enum Kind {
        /** The node has joined the others and could begin. */
        READY,
        /** A call ended, with an answer or with the fallback; the subject is its {@link Outcome}. */
        CALL,
        /** A call threw, which it should not. */
        BROKEN,
        /** The library announced an event; the subject is its name. */
        EVENT,
        /** The library announced that it turned a call away; the subject is the error code. */
        REJECTED,
        /** The node saw the circuit open, while it was doing nothing but looking. */
        SAW_OPEN
    }

    /** A message that has nothing to add to its kind but a text. */
    public static Message now(Kind kind, String text) {
        return new Message(kind, Instant.now(), null, "", text);
    }

    /** A call has ended. */
    public static Message call(Outcome outcome) {
        return new Message(Kind.CALL, Instant.now(), null, outcome.name(), "");
    }

    /** The line to send. */
    public String encode() {
        String opening = openedAt == null ? NONE : openedAt.toString();
        return String.join(SEPARATOR, kind.name(), at.toString(), opening, subject, text.replaceAll("\\s+", " "));
    }

    /** Reads a line; empty if it is anything else than a message. */
    public static Optional<Message> decode(String line) {
        String[] parts = line.split(SEPARATOR, -1);
        if (parts.length != 5
                || Arrays.stream(Kind.values()).noneMatch(kind -> kind.name().equals(parts[0]))) {
            return Optional.empty();
        }
        try {
            Instant opening = parts[2].equals(NONE) ? null : Instant.parse(parts[2]);
            return Optional.of(
                    new Message(Kind.valueOf(parts[0]), Instant.parse(parts[1]), opening, parts[3], parts[4]));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

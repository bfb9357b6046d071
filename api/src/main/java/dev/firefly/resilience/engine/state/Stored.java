package dev.firefly.resilience.engine.state;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in the store; immutable.
 *
 * @param <S> the state in it
 */
final class Stored<S> {
    private final Stamped<S> stamped;
    private final long revision;
    private final Token token;
    private final RecordCodec.Extension extension;
    private final byte @Nullable [] bytes;

    /** Who wrote a record: a number drawn by the node, and a sequence that is never used twice. */
    record Token(long node, long sequence) {
        static final Token NONE = new Token(0, 0);
    }

    Stored(Stamped<S> stamped, long revision, Token token, RecordCodec.Extension extension, byte @Nullable [] bytes) {
        this.stamped = stamped;
        this.revision = revision;
        this.token = token;
        this.extension = extension;
        this.bytes = bytes;
    }

    Stamped<S> stamped() {
        return stamped;
    }

    /** Grows with every write; 0 for a record that is missing or cannot be read. */
    long revision() {
        return revision;
    }

    Token token() {
        return token;
    }

    /** What a later minor version has appended. */
    RecordCodec.Extension extension() {
        return extension;
    }

    /** What the store is expected to hold when this record is replaced; null when there is none. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    /** The bytes of a record that exists. */
    byte[] toBytes() {
        return Objects.requireNonNull(bytes, "a missing record has no bytes");
    }

    boolean isSameRecordAs(Stored<S> other) {
        return Arrays.equals(bytes, other.bytes);
    }
}

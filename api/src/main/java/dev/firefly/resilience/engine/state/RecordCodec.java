package dev.firefly.resilience.engine.state;

import dev.firefly.resilience.engine.state.Stored.Token;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/*
 * A record is
 *
 *   byte  magic      0xF1
 *   byte  major      a reader leaves records of a newer major version alone
 *   byte  minor      a newer minor version appends fields; readers keep what they do not know
 *   long  revision   1 for the first write, one more with each
 *   long  node       } who wrote it, so that a writer can tell its own record
 *   long  sequence   }
 *   long  at         the time of the last change
 *   ...              the state, as its type writes it
 *   ...              fields of a newer minor version, kept as they are
 */
final class RecordCodec<S> {
    static final int MAGIC = 0xF1;
    static final int MAJOR = 1;
    /** The minor version of a record to which nothing is appended; each type says what it appends, and from when on. */
    static final int MINOR = 0;

    private static final long LATEST = 1L << 62;
    /** No record is written that often. */
    private static final long LAST_REVISION = Long.MAX_VALUE / 2;

    private final StateType<S> type;

    /** What a minor version that this one does not know has written behind what it knows. */
    record Extension(int minor, Tail tail) {
        static final Extension NONE = new Extension(MINOR, new Tail(new byte[0]));
    }

    /** Bytes nobody looks into. */
    static final class Tail {
        private final byte[] bytes;

        Tail(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** The record was written by a version whose records this one must not touch. */
    static final class NewerVersionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NewerVersionException(int major) {
            super("the record has format " + major + ", this version knows " + MAJOR + "; upgrade this node");
        }
    }

    RecordCodec(StateType<S> type) {
        this.type = type;
    }

    /** What a missing record stands for. */
    Stored<S> missing() {
        return fresh(null);
    }

    /** What a record that cannot be read stands for; the next write replaces it. */
    Stored<S> unreadable(byte[] bytes) {
        return fresh(bytes);
    }

    private Stored<S> fresh(byte @Nullable [] bytes) {
        return new Stored<>(new Stamped<>(type.initial(), 0), 0, Token.NONE, Extension.NONE, bytes);
    }

    /**
     * Reads a record.
     *
     * @throws NewerVersionException when it is of a newer major version
     * @throws RuntimeException when it is not a record at all
     */
    Stored<S> decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (Byte.toUnsignedInt(in.get()) != MAGIC) {
            throw new IllegalArgumentException("not a record of this library");
        }
        int major = Byte.toUnsignedInt(in.get());
        if (major > MAJOR) {
            throw new NewerVersionException(major);
        }
        int minor = Byte.toUnsignedInt(in.get());
        long revision = in.getLong();
        Token token = new Token(in.getLong(), in.getLong());
        long at = in.getLong();
        // the latest time is in the year 2116
        if (revision < 1 || revision > LAST_REVISION || at < 0 || at > LATEST) {
            throw new IllegalArgumentException("revision " + revision + " at " + at);
        }
        S state = type.decode(in);
        int known = Math.min(minor, type.minor());
        if (known > 0) {
            state = type.decodeAppended(state, known, in);
        }
        if (type.latest(state) > at + Stamped.JITTER_NANOS) {
            throw new IllegalArgumentException("something that happened after " + at);
        }
        byte[] tail = new byte[in.remaining()];
        in.get(tail);
        return new Stored<>(
                new Stamped<>(state, at),
                revision,
                token,
                // what is known need not stay in the next record
                minor <= known && tail.length == 0 ? Extension.NONE : new Extension(minor, new Tail(tail)),
                bytes);
    }

    /** The record that follows another. */
    Stored<S> next(Stored<S> before, Stamped<S> state, Token token) {
        long revision = before.revision() < LAST_REVISION ? before.revision() + 1 : 1;
        Extension extension = before.extension();
        int minor = Math.max(type.minor(state.state()), extension.minor());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(MAGIC);
            out.writeByte(MAJOR);
            out.writeByte(minor);
            out.writeLong(revision);
            out.writeLong(token.node());
            out.writeLong(token.sequence());
            out.writeLong(state.at());
            type.encode(state.state(), out);
            int known = Math.min(minor, type.minor());
            if (known > 0) {
                type.encodeAppended(state.state(), known, out);
            }
            out.write(extension.tail().bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Stored<>(state, revision, token, extension, bytes.toByteArray());
    }
}

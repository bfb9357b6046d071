package dev.firefly.resilience.engine.state;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * How the state of one pattern begins, is written down, and is moved in time. Stateless.
 *
 * <p>The encoding is deterministic: equal states give equal bytes. A later minor version may append fields; what a reader
 * does not know at the end of a record is kept and written back.
 */
public interface StateType<S> {
    /** The state of a name nobody has used. A record that is missing means this state. */
    S initial();

    /** Writes the state. */
    void encode(S state, DataOutput out) throws IOException;

    /**
     * Reads what {@link #encode} wrote and leaves the buffer behind it. Hostile bytes may make it throw any unchecked
     * exception, but never run long or allocate more than a small multiple of what the buffer holds.
     */
    S decode(ByteBuffer in);

    /** The newest minor version whose fields this type knows. */
    default int minor() {
        return 0;
    }

    /** The minor version in which the state has to be written: the oldest that can hold it. */
    default int minor(S state) {
        return 0;
    }

    /**
     * Writes, behind what {@link #encode} wrote, the fields that minor versions from 1 up to the given one have appended,
     * whether or not this state makes use of them. The type knows that version.
     */
    default void encodeAppended(S state, int minor, DataOutput out) throws IOException {}

    /**
     * Reads what {@link #encodeAppended} wrote; as {@link #decode}. A node that does not know these fields may have carried
     * them along while it changed the rest.
     *
     * @param state what {@link #decode} has read
     * @return the state with them
     */
    default S decodeAppended(S state, int minor, ByteBuffer in) {
        return state;
    }

    /** Reads a number of things that follow and each take at least so many bytes. */
    static int length(ByteBuffer in, int smallest) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining() / smallest) {
            throw new IllegalArgumentException(length + " elements in " + in.remaining() + " bytes");
        }
        return length;
    }

    /** Reads a text of so many bytes, and refuses what is none: a name that is mended on the way is another name. */
    static String text(ByteBuffer in, int length) {
        if (length > in.remaining()) {
            throw new IllegalArgumentException("text of " + length + " bytes");
        }
        ByteBuffer text = in.slice(in.position(), length);
        in.position(in.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not a text", e);
        }
    }

    /**
     * The latest moment in the state that lay in the past when it was written; 0 when there is none. A record in which it
     * comes after the record's own time was never written by this library, and counts as one that cannot be read.
     */
    default long latest(S state) {
        return 0;
    }

    /** The same state with every time in it moved by so many nanoseconds. */
    S shift(S state, long nanos);

    /** The state without the leases of such owners; the same object when there are none. */
    S released(S state, Predicate<String> owners);

    /**
     * What a node goes on with when it has to do without the others.
     *
     * @param state what it knows of the shared state
     * @param owner under whom it holds leases
     * @param parts the share it has of each limit is one of so many
     */
    S alone(S state, String owner, int parts);

    /**
     * The shared state once a node that went on alone has come back: with what it has done since then, and nothing else. The
     * same object when it has done nothing.
     *
     * @param shared the state in the store
     * @param begun what the node began with, see {@link #alone}
     * @param alone what that has become
     * @param owner under whom the node holds leases
     */
    S rejoined(S shared, S begun, S alone, String owner);

    /**
     * The state when two parts of a cluster that have gone on without each other become one. A second time with the same
     * states it changes nothing, since each node of the part that gave way hands in what it knew. Leases that only that
     * part knew have lapsed: its members were taken to have left.
     *
     * @param kept the state in the part that remains
     * @param other the state in the part that gave way
     */
    default S merged(S kept, S other) {
        return kept;
    }

    /**
     * Whether the state must be kept alive though nobody calls: something in it holds that an unused name would not have,
     * and has not come to its end by now.
     */
    boolean isNeeded(S state, long now);

    /** Whether a call would meet something else than at an unused name, be it that it is asked to prove itself. */
    default boolean isInTheWay(S state, long now) {
        return isNeeded(state, now);
    }
}

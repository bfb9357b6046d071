package dev.firefly.resilience.engine.state;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

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

    /** The same state with every time in it moved by so many nanoseconds. */
    S shift(S state, long nanos);

    /** The state without the leases of that owner; the same object when it holds none. */
    S released(S state, String owner);

    /** Whether the record must be kept alive though nobody calls: losing it would change a decision. */
    boolean isNeeded(S state, long now);
}

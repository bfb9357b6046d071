package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.circuitbreaker.CircuitBreakerConfig;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Contributors.Contributor;
import dev.firefly.resilience.engine.state.StateType;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How it is written down whose outcomes were bad: the epoch it is about, since a node that does not know of it carries it
 * along into the next, and each of them.
 */
final class ContributorsCodec {
    private static final int SMALLEST = 4 + 8 + 2;

    private ContributorsCodec() {}

    static void write(Circuit circuit, DataOutput out) throws IOException {
        Contributors contributors = circuit instanceof Closed closed ? closed.contributors() : Contributors.NONE;
        out.writeLong(circuit.epoch());
        out.writeInt(contributors.list().size());
        for (Contributor one : contributors.list()) {
            out.writeInt(one.age());
            out.writeLong(one.at());
            Texts.write(one.owner(), out);
        }
    }

    /** The circuit with those that were written in its epoch. */
    static Circuit read(Circuit circuit, ByteBuffer in) {
        long epoch = in.getLong();
        int count = StateType.length(in, SMALLEST);
        Moments.checked(count, 0, CircuitBreakerConfig.MAX_QUORUM, "number of contributors");
        List<Contributor> list = new ArrayList<>(count);
        Set<String> owners = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int age = Moments.checked(in.getInt());
            long at = Moments.checked(in.getLong());
            String owner = Texts.read(in);
            if (!owners.add(owner)) {
                throw new IllegalArgumentException("twice the same contributor");
            }
            list.add(new Contributor(owner, age, at));
        }
        return circuit instanceof Closed closed && closed.epoch() == epoch && count > 0
                ? new Closed(epoch, closed.window(), new Contributors(list))
                : circuit;
    }
}

package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Closed;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Disabled;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.ForcedOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.HalfOpen;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Open;
import dev.firefly.resilience.engine.state.StateType;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/** How a circuit is written down: one byte for the phase, the epoch, then what the phase has. */
final class CircuitType implements StateType<Circuit> {
    private static final byte CLOSED = 0;
    private static final byte OPEN = 1;
    private static final byte HALF_OPEN = 2;
    private static final byte FORCED_OPEN = 3;
    private static final byte DISABLED = 4;

    /** The minor version that appended the contributors. */
    private static final int CONTRIBUTORS = 1;

    @Override
    public Circuit initial() {
        return Circuit.INITIAL;
    }

    @Override
    public void encode(Circuit circuit, DataOutput out) throws IOException {
        out.writeByte(
                switch (circuit.phase()) {
                    case CLOSED -> CLOSED;
                    case OPEN -> OPEN;
                    case HALF_OPEN -> HALF_OPEN;
                    case FORCED_OPEN -> FORCED_OPEN;
                    case DISABLED -> DISABLED;
                });
        out.writeLong(circuit.epoch());
        if (circuit instanceof Closed closed) {
            WindowCodec.write(closed.window(), out);
        } else if (circuit instanceof Open open) {
            writeWait(open.openedAt(), open.openFor(), open.trip(), out);
        } else if (circuit instanceof HalfOpen halfOpen) {
            writeWait(halfOpen.openedAt(), halfOpen.openFor(), halfOpen.trip(), out);
            ProbesCodec.write(halfOpen.probes(), out);
            out.writeInt(halfOpen.successes());
        } else if (circuit instanceof ForcedOpen forced) {
            out.writeLong(forced.openedAt());
        }
    }

    private static void writeWait(long openedAt, long openFor, Trip trip, DataOutput out) throws IOException {
        out.writeLong(openedAt);
        out.writeLong(openFor);
        out.writeByte(trip.cause().code);
        WindowCodec.write(trip.tally(), out);
    }

    @Override
    public Circuit decode(ByteBuffer in) {
        byte phase = in.get();
        long epoch = Moments.checked(in.getLong(), 0, Moments.LAST_NUMBER, "epoch");
        return switch (phase) {
            case CLOSED -> new Closed(epoch, WindowCodec.readWindow(in));
            case OPEN -> new Open(epoch, readMoment(in), readSpan(in), readTrip(in));
            case HALF_OPEN ->
                new HalfOpen(
                        epoch,
                        readMoment(in),
                        readSpan(in),
                        readTrip(in),
                        ProbesCodec.read(in),
                        WindowCodec.readFigure(in));
            case FORCED_OPEN -> new ForcedOpen(epoch, readMoment(in));
            case DISABLED -> new Disabled(epoch);
            default -> throw new IllegalArgumentException("phase " + phase);
        };
    }

    @Override
    public int minor() {
        return CONTRIBUTORS;
    }

    @Override
    public int minor(Circuit circuit) {
        return circuit instanceof Closed closed && !closed.contributors().list().isEmpty() ? CONTRIBUTORS : 0;
    }

    @Override
    public void encodeAppended(Circuit circuit, int minor, DataOutput out) throws IOException {
        ContributorsCodec.write(circuit, out);
    }

    @Override
    public Circuit decodeAppended(Circuit circuit, int minor, ByteBuffer in) {
        return ContributorsCodec.read(circuit, in);
    }

    private static long readMoment(ByteBuffer in) {
        return Moments.checked(in.getLong());
    }

    private static long readSpan(ByteBuffer in) {
        return Moments.checked(in.getLong(), 0, Long.MAX_VALUE, "span");
    }

    private static Trip readTrip(ByteBuffer in) {
        return new Trip(Trip.Cause.of(in.get()), WindowCodec.readTally(in));
    }

    /** Contributors aside: a node that does not know of them does not move them when it moves the rest. */
    @Override
    public long latest(Circuit circuit) {
        if (circuit instanceof Closed closed) {
            return closed.window().time().latest();
        }
        if (circuit instanceof Open open) {
            return open.openedAt();
        }
        if (circuit instanceof HalfOpen halfOpen) {
            return halfOpen.openedAt();
        }
        return circuit instanceof ForcedOpen forced ? forced.openedAt() : 0;
    }

    @Override
    public Circuit shift(Circuit circuit, long nanos) {
        return circuit.shifted(nanos);
    }

    @Override
    public Circuit released(Circuit circuit, Predicate<String> owners) {
        if (circuit instanceof Closed closed) {
            return closed.with(closed.window(), closed.contributors().without(owners));
        }
        return circuit instanceof HalfOpen halfOpen
                ? halfOpen.with(halfOpen.probes().without(owners))
                : circuit;
    }

    @Override
    public Circuit alone(Circuit circuit, String owner, int parts) {
        return released(circuit, other -> !other.equals(owner));
    }

    @Override
    public Circuit rejoined(Circuit shared, Circuit begun, Circuit alone, String owner) {
        return alone.equals(begun) ? shared : Severity.severer(shared, alone);
    }

    @Override
    public Circuit merged(Circuit kept, Circuit other) {
        return Severity.severer(kept, other);
    }

    @Override
    public boolean isNeeded(Circuit circuit, long now) {
        if (circuit instanceof Open open) {
            return open.rest(now) > 0;
        }
        if (circuit instanceof HalfOpen halfOpen) {
            return !halfOpen.probes().pruned(now).leases().isEmpty();
        }
        return !(circuit instanceof Closed);
    }

    /** An open circuit whose wait is over has calls prove that they succeed again. */
    @Override
    public boolean isInTheWay(Circuit circuit, long now) {
        return !(circuit instanceof Closed);
    }
}

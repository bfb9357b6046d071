package dev.firefly.resilience.engine.bulkhead;

import dev.firefly.resilience.engine.bulkhead.PermitLedger.Group;
import dev.firefly.resilience.engine.state.StateType;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** How the permits of a bulkhead are written down: the next number, then the groups. */
final class PermitsType implements StateType<PermitLedger> {
    /** A group whose owner has no name. */
    private static final int SMALLEST_GROUP = 8 + 8 + 1 + 8 + 8 + 4;

    @Override
    public PermitLedger initial() {
        return PermitLedger.EMPTY;
    }

    @Override
    public void encode(PermitLedger ledger, DataOutput out) throws IOException {
        out.writeLong(ledger.next());
        out.writeInt(ledger.groups().size());
        for (Group group : ledger.groups()) {
            byte[] owner = group.owner().getBytes(StandardCharsets.UTF_8);
            out.writeLong(group.number());
            out.writeLong(group.until());
            out.writeBoolean(group.renewed());
            out.writeLong(group.granted());
            out.writeLong(group.released());
            out.writeInt(owner.length);
            out.write(owner);
        }
    }

    @Override
    public PermitLedger decode(ByteBuffer in) {
        long next = in.getLong();
        if (next > PermitLedger.LAST_NUMBER) {
            throw new IllegalArgumentException("next " + next);
        }
        int count = StateType.length(in, SMALLEST_GROUP);
        List<Group> groups = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            groups.add(readGroup(in));
        }
        return new PermitLedger(next, groups);
    }

    private static Group readGroup(ByteBuffer in) {
        long number = in.getLong();
        long until = in.getLong();
        boolean renewed = readBoolean(in);
        long granted = in.getLong();
        long released = in.getLong();
        String owner = StateType.text(in, StateType.length(in, 1));
        return new Group(owner, number, until, renewed, granted, released);
    }

    private static boolean readBoolean(ByteBuffer in) {
        byte value = in.get();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("neither true nor false: " + value);
        }
        return value == 1;
    }

    @Override
    public PermitLedger shift(PermitLedger ledger, long nanos) {
        return ledger.with(group -> group.withEnd(shifted(group.until(), nanos)));
    }

    private static long shifted(long time, long nanos) {
        return nanos < 0 ? Math.max(0, time + nanos) : LeaseTerm.sum(time, nanos);
    }

    @Override
    public PermitLedger released(PermitLedger ledger, Predicate<String> owners) {
        return ledger.without(group -> owners.test(group.owner()));
    }

    @Override
    public PermitLedger alone(PermitLedger ledger, String owner, int parts) {
        return released(ledger, other -> !other.equals(owner));
    }

    @Override
    public PermitLedger rejoined(PermitLedger shared, PermitLedger begun, PermitLedger alone, String owner) {
        PermitLedger changed = shared.with(
                group -> group.owner().equals(owner) ? group.withDone(begun.find(group), alone.find(group)) : group);
        return changed.withMissing(alone);
    }

    @Override
    public boolean isNeeded(PermitLedger ledger, long now) {
        return ledger.held(now) > 0;
    }
}

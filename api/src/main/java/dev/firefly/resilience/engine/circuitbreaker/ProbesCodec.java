package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes.Lease;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** How the permits of probes are written down. */
final class ProbesCodec {
    private static final int SMALLEST_LEASE = 8 + 8 + 2;

    private ProbesCodec() {}

    static void write(Probes probes, DataOutput out) throws IOException {
        out.writeLong(probes.next());
        out.writeInt(probes.leases().size());
        for (Lease lease : probes.leases()) {
            out.writeLong(lease.number());
            out.writeLong(lease.until());
            Texts.write(lease.owner(), out);
        }
    }

    static Probes read(ByteBuffer in) {
        long next = Moments.checked(in.getLong(), 1, Moments.LAST_NUMBER, "permit");
        int count = WindowCodec.length(in, SMALLEST_LEASE);
        List<Lease> leases = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long number = Moments.checked(in.getLong(), 1, next - 1, "permit");
            long until = Moments.checked(in.getLong(), 0, Long.MAX_VALUE, "end of a lease");
            leases.add(new Lease(number, until, Texts.read(in)));
        }
        return new Probes(next, leases);
    }
}

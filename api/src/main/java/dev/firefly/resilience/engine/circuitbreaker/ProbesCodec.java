package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes;
import dev.firefly.resilience.engine.circuitbreaker.Circuit.Probes.Lease;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
            byte[] owner = lease.owner().getBytes(StandardCharsets.UTF_8);
            out.writeLong(lease.number());
            out.writeLong(lease.until());
            out.writeShort(owner.length);
            out.write(owner);
        }
    }

    static Probes read(ByteBuffer in) {
        long next = in.getLong();
        int count = WindowCodec.length(in, SMALLEST_LEASE);
        List<Lease> leases = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            leases.add(new Lease(in.getLong(), in.getLong(), readText(in)));
        }
        return new Probes(next, leases);
    }

    private static String readText(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > in.remaining()) {
            throw new IllegalArgumentException("text of " + length + " bytes");
        }
        byte[] text = new byte[length];
        in.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}

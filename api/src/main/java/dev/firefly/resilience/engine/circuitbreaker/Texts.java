package dev.firefly.resilience.engine.circuitbreaker;

import dev.firefly.resilience.engine.state.StateType;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** How short texts are written down: a length of two bytes, and the bytes. */
final class Texts {
    private Texts() {}

    static void write(String text, DataOutput out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    static String read(ByteBuffer in) {
        return StateType.text(in, Short.toUnsignedInt(in.getShort()));
    }
}

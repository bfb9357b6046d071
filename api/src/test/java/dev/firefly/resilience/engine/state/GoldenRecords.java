package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.engine.state.Stored.Token;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Records as a version of this library wrote them once, kept in {@code golden/<type>-<major>.<minor>.txt}: for each a line
 * that begins with # and describes its state, and the bytes in hex. All were written by 0x0A as its 0x0Bth write, as
 * revision 3, at the time {@link #AT}. They stay as they are for ever.
 */
public final class GoldenRecords<S> {
    /** When they were written. */
    public static final long AT = RecordFuzz.NOW + 60_000_000_000L;

    private static final Token WRITER = new Token(0x0A, 0x0B);

    private final RecordCodec<S> codec;
    private final String file;
    private final Map<String, byte[]> records = new LinkedHashMap<>();

    /** @param file the type and the version */
    public GoldenRecords(StateType<S> type, String file) {
        this.codec = new RecordCodec<>(type);
        this.file = "/golden/" + file + ".txt";
        StringBuilder hex = new StringBuilder();
        String name = null;
        for (String line : (text(this.file) + "\n#").split("\n")) {
            if (line.startsWith("#")) {
                if (name != null) {
                    records.put(name, HexFormat.of().parseHex(hex));
                }
                name = line.substring(1).strip();
                hex.setLength(0);
            } else {
                hex.append(line.replace(" ", ""));
            }
        }
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(GoldenRecords.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Requires that the file holds records of just these states, and that they are read as these. */
    public void requireReadAs(Map<String, S> states) {
        assertThat(records.keySet()).as(file).containsExactlyElementsOf(states.keySet());
        states.forEach((name, state) -> {
            Stored<S> stored = codec.decode(records.get(name));
            assertThat(stored.stamped()).as(name).isEqualTo(new Stamped<>(state, AT));
            assertThat(stored.token()).as(name).isEqualTo(WRITER);
            assertThat(stored.revision()).as(name).isEqualTo(3);
        });
    }

    /** Requires that these states are written as they are in the file, which must be of the oldest version that can. */
    public void requireWritten(Map<String, S> states) {
        states.forEach((name, state) -> {
            byte[] written = written(state);
            assertThat(hex(written))
                    .as(
                            "%s: %s. The bytes of a record have changed, and nodes of a cluster that is being upgraded"
                                    + " read each other's. If that is meant, raise the type's minor() (fields were"
                                    + " appended) or RecordCodec.MAJOR (old nodes cannot read it), add a golden file of"
                                    + " that version and a test that reads it, and never edit this file: its records are"
                                    + " read for ever",
                            file, name)
                    .isEqualTo(hex(records.get(name)));
            assertThat(file).endsWith("-" + written[1] + "." + written[2] + ".txt");
        });
    }

    private byte[] written(S state) {
        Stored<S> second = new Stored<>(new Stamped<>(state, 0), 2, Token.NONE, RecordCodec.Extension.NONE, null);
        return codec.next(second, new Stamped<>(state, AT), WRITER).toBytes();
    }

    /** The bytes of a record as they stand in a file, the header on a line of its own. */
    private static String hex(byte[] bytes) {
        String hex = HexFormat.of().formatHex(bytes);
        return hex.replaceFirst("^(.{6})(.{16})(.{16})(.{16})(.{16})", "$1 $2 $3 $4 $5\n")
                .replaceAll("([0-9a-f]{96})(?=[0-9a-f])", "$1\n");
    }
}

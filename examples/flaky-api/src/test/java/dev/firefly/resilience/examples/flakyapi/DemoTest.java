package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void helpIsAllThatHappensWhenItIsAskedFor() {
        assertThat(run("--nodes", "0", "--help")).isEqualTo(Demo.ALL_WELL);
        assertThat(printed()).isEqualTo(OptionsReader.HELP);
    }

    @Test
    void listsAllThatIsWrongWithTheOptions() {
        assertThat(run("--nodes", "0", "--speed", "9")).isEqualTo(Demo.NOT_STARTED);
        assertThat(printed().lines())
                .containsExactly(
                        "The demo cannot start:",
                        "  --nodes must be a whole number from 2 to 9, was 0",
                        "  --speed is not an option",
                        "--help lists the options.");
    }

    @Test
    void saysThatThePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--port", String.valueOf(taken.getLocalPort()))).isEqualTo(Demo.NOT_STARTED);
            assertThat(printed()).startsWith("Port " + taken.getLocalPort()).contains("taken", "--port 0");
        }
    }

    @ParameterizedTest
    @CsvSource({"1.8, true", "11, true", "16, true", "17, false", "21, false", "25, false"})
    void knowsWhichJavaIsTooOld(String version, boolean tooOld) {
        assertThat(FlakyApiDemo.isTooOld(version)).isEqualTo(tooOld);
    }

    private int run(String... args) {
        return Demo.run(args, new PrintStream(bytes, true, UTF_8));
    }

    private String printed() {
        return bytes.toString(UTF_8);
    }
}

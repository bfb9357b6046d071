package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real thing, shortened. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class FlakyApiDemoIT {
    private Process demo;
    private BufferedReader output;

    @BeforeEach
    void start() throws IOException {
        demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        FlakyApiDemo.class.getName(),
                        "--duration=33s")
                .redirectErrorStream(true)
                .start();
        output = new BufferedReader(new InputStreamReader(demo.getInputStream(), UTF_8));
    }

    @AfterEach
    void stop() {
        demo.descendants().forEach(ProcessHandle::destroyForcibly);
        demo.destroyForcibly();
    }

    @Test
    void everyGuardActsAndNoLimitIsExceeded() throws Exception {
        readUntil("begin to call");
        List<ProcessHandle> nodes = demo.descendants().toList();

        String rest = readUntil(null);

        assertThat(demo.waitFor()).as(rest).isZero();
        assertThat(rest)
                .contains("RetryAttempted", "DeadlineExceeded", "FallbackExecuted")
                .contains("CIRCUIT_OPEN", "RATE_LIMIT_EXCEEDED", "BULKHEAD_FULL")
                .contains("CircuitOpened", "the circuit is seen open", "CircuitHalfOpened", "CircuitClosed")
                .contains("All well:");
        assertThat(nodes).hasSize(3).noneMatch(ProcessHandle::isAlive);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leavesNoNodeBehindWhenItIsKilled(boolean forcibly) throws Exception {
        readUntil("begin to call");
        List<ProcessHandle> nodes = demo.descendants().toList();
        assertThat(nodes).hasSize(3);

        Process ended = forcibly ? demo.destroyForcibly() : demo;
        ended.destroy();

        assertThat(ended.waitFor()).isNotZero();
        for (ProcessHandle node : nodes) {
            node.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    /** Reads up to a line with that text, or to the end if it is null. */
    private String readUntil(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        String line = output.readLine();
        while (line != null && (text == null || !line.contains(text))) {
            read.append(line).append('\n');
            line = output.readLine();
        }
        assertThat(text == null || line != null)
                .as("missing [%s] in %s", text, read)
                .isTrue();
        return read.toString();
    }
}

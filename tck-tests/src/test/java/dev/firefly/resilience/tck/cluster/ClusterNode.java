package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.config.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One node of a test's cluster, in a process of its own: a registry over an embedded Hazelcast member. It is configured by
 * its arguments ({@code key=value}), does what the lines of its standard input say, and answers each with a line. It ends
 * when its input does, so that no node outlives its test.
 */
final class ClusterNode {
    private final CircuitBreaker breaker;
    private final PrintStream out = System.out;
    private final List<Thread> hammers = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private Decision held;

    private ClusterNode(ResilienceRegistry registry) {
        breaker = registry.circuitBreaker("shared");
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> settings = new HashMap<>();
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            settings.put(Settings.PREFIX + pair[0], pair[1]);
        }
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(Settings.of(settings, "arguments"))
                .build()) {
            new ClusterNode(registry).obey();
        }
    }

    private void obey() throws IOException, InterruptedException {
        breaker.state();
        out.println("READY");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.println(answer(line.split(" ")));
        }
        stopped.set(true);
    }

    private String answer(String[] words) throws InterruptedException {
        return switch (words[0]) {
            case "fail" -> fail(Integer.parseInt(words[1]));
            case "open" -> open(Duration.ofMillis(Long.parseLong(words[1])));
            case "close" -> {
                breaker.close();
                yield "CLOSED";
            }
            case "permit" -> permit();
            case "succeed" -> {
                held.recordSuccess();
                yield "SETTLED " + breaker.state().phase();
            }
            case "awaitOpen" -> await(true);
            case "awaitClosed" -> await(false);
            case "hammer" -> hammer(URI.create(words[1]), Integer.parseInt(words[2]));
            case "stop" -> stop();
            default -> "UNKNOWN " + words[0];
        };
    }

    private String fail(int times) {
        for (int i = 0; i < times; i++) {
            Decision decision = breaker.permit();
            decision.recordFailure();
        }
        return "FAILED " + breaker.state().phase();
    }

    private String open(Duration wait) {
        breaker.open(wait);
        return "OPENED " + breaker.state().openedAt().orElseThrow().toEpochMilli();
    }

    private String permit() {
        held = breaker.permit();
        return "PERMIT " + held.allowed() + ' ' + held.probe() + ' ' + held.epoch();
    }

    /** Looks at the circuit without pause, as a caller would, and says when it changed. */
    private String await(boolean open) {
        while (breaker.state().isOpen() != open) {
            Thread.onSpinWait();
        }
        return "SEEN " + System.currentTimeMillis();
    }

    private String hammer(URI service, int threads) {
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(new Hammer(breaker, service, stopped), "hammer-" + i);
            thread.start();
            hammers.add(thread);
        }
        return "HAMMERING";
    }

    private String stop() throws InterruptedException {
        stopped.set(true);
        for (Thread hammer : hammers) {
            hammer.join();
        }
        return "STOPPED";
    }
}

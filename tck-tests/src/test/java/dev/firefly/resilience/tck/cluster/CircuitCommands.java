package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.circuitbreaker.CircuitBreaker;
import dev.firefly.resilience.circuitbreaker.Decision;
import dev.firefly.resilience.tck.cluster.ClusterNode.Command;
import java.time.Duration;
import java.util.Map;

/** What a test can have a node do with a circuit. */
final class CircuitCommands {
    private final CircuitBreaker breaker;
    private Decision held;

    CircuitCommands(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("fail", words -> fail(Integer.parseInt(words[1])));
        commands.put("open", words -> open(Duration.ofMillis(Long.parseLong(words[1]))));
        commands.put("close", words -> close());
        commands.put("permit", words -> permit());
        commands.put("succeed", words -> succeed());
        commands.put("awaitOpen", words -> await(true));
        commands.put("awaitClosed", words -> await(false));
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

    private String close() {
        breaker.close();
        return "CLOSED";
    }

    private String permit() {
        held = breaker.permit();
        return "PERMIT " + held.allowed() + ' ' + held.probe() + ' ' + held.epoch();
    }

    private String succeed() {
        held.recordSuccess();
        return "SETTLED " + breaker.state().phase();
    }

    /** Looks at the circuit without pause, as a caller would, and says when it changed. */
    private String await(boolean open) {
        while (breaker.state().isOpen() != open) {
            Thread.onSpinWait();
        }
        return "SEEN " + System.currentTimeMillis();
    }
}

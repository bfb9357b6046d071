package dev.firefly.resilience.examples.flakyapi.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.node.Message.Kind;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456789Z");

    @Test
    void comesOutAsItWentIn() {
        Message opened = new Message(Kind.EVENT, NOW, NOW.minusMillis(3), "CircuitOpened", "after 10 failures");
        Message ready = new Message(Kind.READY, NOW, null, "", "");

        assertThat(Message.decode(opened.encode())).contains(opened);
        Message call = Message.call(Outcome.BULKHEAD_FULL);

        assertThat(Message.decode(ready.encode())).contains(ready);
        assertThat(Message.decode(call.encode())).contains(call);
    }

    @Test
    void staysOnOneLine() {
        Message broken = new Message(Kind.BROKEN, NOW, null, "", "first\r\nsecond\tthird");

        assertThat(Message.decode(broken.encode())).map(Message::text).contains("first second third");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "some library says hello",
                "EVENT\t2026-01-01T00:00:00Z\t-\tCircuitOpened",
                "GOSSIP\t2026-01-01T00:00:00Z\t-\tx\ty",
                "EVENT\tyesterday\t-\tx\ty",
                "EVENT\t2026-01-01T00:00:00Z\tlater\tx\ty",
            })
    void isNotFoundInOtherText(String line) {
        assertThat(Message.decode(line)).isEmpty();
    }
}

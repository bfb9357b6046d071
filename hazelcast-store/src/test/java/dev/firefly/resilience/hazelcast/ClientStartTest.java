package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClientStartTest {
    /** Nobody listens there. */
    private static ClientConfig toNobody() {
        ClientConfig config = new ClientConfig().setClusterName("nobody").setProperty("hazelcast.logging.type", "jdk");
        config.getNetworkConfig().addAddress("127.0.0.1:1");
        return config;
    }

    @Test
    void aClientThatWouldLookForItsClusterForEverIsGivenUpAndEnded() {
        assertThatThrownBy(() -> ClientStart.start(toNobody(), Duration.ofMillis(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the client reached no member of the cluster nobody at [127.0.0.1:1]");
        assertThat(HazelcastClient.getAllHazelcastClients()).isEmpty();
    }

    @Test
    void whoeverIsInterruptedWaitsNoLongerAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        Throwable failure = catchThrowable(() -> ClientStart.start(toNobody(), Duration.ofDays(1)));
        boolean interrupted = Thread.interrupted();

        assertThat(failure).isInstanceOf(RuntimeException.class);
        assertThat(interrupted).isTrue();
        assertThat(HazelcastClient.getAllHazelcastClients()).isEmpty();
    }
}

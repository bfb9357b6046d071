package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The shop in an EAR, with this library and Hazelcast in its lib; on servers that take EARs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EarContract {
    private final Server server;

    EarContract(Server server) {
        this.server = server;
    }

    @Test
    void aWarIsGuardedByTheLibraryInTheLibOfItsEar() throws DeploymentFailed, IOException, InterruptedException {
        Path war = Archives.copy("in-ear")
                .with("shop.api", server.uri("enterprise/flaky").toString())
                .path();
        Path ear = Ears.of("enterprise", war);
        server.deploy(ear);
        try {
            assertThat(Http.sent("POST", server.uri("enterprise/checkout/payments/one"), ""))
                    .isEqualTo("paid one");
            assertThat(Http.sent("POST", server.uri("enterprise/checkout/stock/tea"), ""))
                    .isEqualTo("reserved tea");

            Http.sent("PUT", server.uri("enterprise/flaky/mood"), "FAILING");
            assertThat(Http.sent("POST", server.uri("enterprise/checkout/payments/two"), ""))
                    .startsWith("noted two: ");
            assertThat(Http.sent("POST", server.uri("enterprise/checkout/payments/three/later"), ""))
                    .startsWith("noted three: ");
            assertThat(Http.get(server.uri("enterprise/operations/events"))).contains("RetryAttempted[");
            assertThat(Http.get(server.uri("enterprise/operations/settings")))
                    .contains("circuit-breaker.payments.window-size = 10 (");
        } finally {
            server.undeploy(ear);
        }
    }
}

package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Archives that differ from the shop in their configuration only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeploymentContract {
    private static final int TOO_MANY_REQUESTS = 429;

    private final Server server;

    DeploymentContract(Server server) {
        this.server = server;
    }

    @Test
    void aBadConfigurationFailsTheDeploymentAndListsAllThatIsWrong() throws IOException {
        Path bad = Archives.copy("bad")
                .with("firefly.resilience.retry.payments.max-attempts", "0")
                .with("firefly.resilience.circuit-breaker.payments.failure-rate-treshold", "0.5")
                .path();

        assertThatThrownBy(() -> server.deploy(bad))
                .isInstanceOf(DeploymentFailed.class)
                .hasMessageContaining("RES-001")
                .hasMessageContaining("retry.payments.max-attempts")
                .hasMessageContaining("was 0")
                .hasMessageContaining("circuit-breaker.payments.failure-rate-treshold");
    }

    @Test
    void aRestResourceIsGuarded() throws DeploymentFailed, IOException, InterruptedException {
        Path crowded = Archives.copy("crowded")
                .with("firefly.resilience.rate-limiter.checkout.max-tokens", "1")
                .with("firefly.resilience.rate-limiter.checkout.refill-rate", "0.001")
                .with("shop.api", server.uri("crowded/flaky").toString())
                .path();
        server.deploy(crowded);
        try {
            assertThat(Http.sent("POST", server.uri("crowded/checkout/payments/one"), ""))
                    .isEqualTo("paid one");

            Http.Answer answer = Http.send("POST", server.uri("crowded/checkout/payments/two"), "");

            assertThat(answer.status()).isEqualTo(TOO_MANY_REQUESTS);
            assertThat(answer.body()).contains("checkout");
        } finally {
            server.undeploy(crowded);
        }
    }
}

package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The shop, unchanged. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ShopContract {
    private static final int SERVICE_UNAVAILABLE = 503;

    private final Server server;

    ShopContract(Server server) {
        this.server = server;
    }

    @BeforeAll
    void deploy() throws DeploymentFailed, IOException {
        server.deploy(Archives.shop());
    }

    @AfterAll
    void undeploy() throws IOException {
        server.undeploy(Archives.shop());
    }

    @BeforeEach
    void theApiIsWell() throws IOException, InterruptedException {
        become("WELL");
        for (String circuit : List.of("payments", "stock")) {
            Http.sent("DELETE", shop("operations/circuits/" + circuit + "/open"), "");
        }
    }

    @Test
    void aCallGoesThroughAllGuards() throws IOException, InterruptedException {
        assertThat(post("payments/one")).isEqualTo("paid one");
    }

    @Test
    void anAsynchronousCallGoesThroughAllGuards() throws IOException, InterruptedException {
        assertThat(post("payments/two/later")).isEqualTo("paid two");
    }

    @Test
    void aFailureIsRetriedAndThenReplaced() throws IOException, InterruptedException {
        become("FAILING");

        assertThat(post("payments/three")).startsWith("noted three: ");
        assertThat(post("payments/four/later")).startsWith("noted four: ");

        assertThat(events("RetryAttempted", "payments")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(events("FallbackExecuted", "payments")).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void aCallThatTakesTooLongIsLeftAlone() throws IOException, InterruptedException {
        become("SLOW");

        assertThat(post("payments/five")).startsWith("noted five: ").contains("2s");

        assertThat(events("DeadlineExceeded", "payments")).isNotEmpty();
    }

    @Test
    void anOpenCircuitKeepsCallsFromTheApi() throws IOException, InterruptedException {
        Http.sent("PUT", shop("operations/circuits/payments/open"), "");

        assertThat(post("payments/six")).startsWith("noted six: ").containsIgnoringCase("open");
        assertThat(post("payments/seven/later")).startsWith("noted seven: ").containsIgnoringCase("open");
        assertThat(Http.get(shop("operations/payments"))).containsIgnoringCase("open");
        assertThat(events("CircuitOpened", "payments")).isNotEmpty();
    }

    @Test
    void anEjbIsGuarded() throws IOException, InterruptedException {
        assertThat(post("stock/tea")).isEqualTo("reserved tea");

        become("FAILING");
        assertThat(send("stock/tea").status()).isGreaterThanOrEqualTo(500);

        assertThat(events("RetryAttempted", "stock")).hasSize(3);
    }

    @Test
    void theRejectionByAGuardOfAnEjbReachesTheMapperOfItsType() throws IOException, InterruptedException {
        Http.sent("PUT", shop("operations/circuits/stock/open"), "");

        Http.Answer answer = send("stock/tea");

        assertThat(answer.status()).isEqualTo(SERVICE_UNAVAILABLE);
        assertThat(answer.body()).contains("stock").containsIgnoringCase("open");
    }

    @Test
    void settingsComeFromTheArchiveTheEnvironmentAndTheServer() throws IOException, InterruptedException {
        assertThat(Http.get(shop("operations/settings")).lines())
                // Payara calls the archive's file just "Properties".
                .anyMatch(line -> line.startsWith("circuit-breaker.payments.window-size = 10 (")
                        && (line.contains("microprofile-config.properties") || line.endsWith("(Properties)")))
                .anyMatch(line -> line.startsWith("retry.stock.max-attempts = 4 ("))
                .anyMatch(line -> line.startsWith("bulkhead.payments.max-concurrent = 7 ("));
    }

    private void become(String mood) throws IOException, InterruptedException {
        Http.sent("PUT", shop("flaky/mood"), mood);
    }

    private String post(String path) throws IOException, InterruptedException {
        return Http.sent("POST", shop("checkout/" + path), "");
    }

    private Http.Answer send(String path) throws IOException, InterruptedException {
        return Http.send("POST", shop("checkout/" + path), "");
    }

    private List<String> events(String type, String instance) throws IOException, InterruptedException {
        return Http.get(shop("operations/events"))
                .lines()
                .filter(line -> line.startsWith(type + '[') && line.contains("instance=" + instance + ','))
                .toList();
    }

    private URI shop(String path) {
        return server.uri("shop/" + path);
    }
}

package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The shop on three kinds of servers at once, which are one cluster: what its guards bound is bounded for all of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MixedClusterIT {
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final int PERMITS = 3;
    private static final int CALLS_TO_OPEN = 5;
    private static final int SERVICE_UNAVAILABLE = 503;

    /** Prints what the servers said, when a test has failed. */
    @RegisterExtension
    final AfterTestExecutionCallback logsOfAFailure = context -> {
        if (context.getExecutionException().isPresent()) {
            servers()
                    .forEach(server -> System.out.println(
                            server.home + " ends with\n" + server.log().tail()));
        }
    };

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HeldApi api = new HeldApi();
    private final Server wildfly = new WildFly();
    private final Server payara = new PayaraServer();
    /** A held call has two of its threads. */
    private final Server liberty = OpenLiberty.withThreads(8 * PERMITS);

    MixedClusterIT() throws IOException {}

    private List<Server> servers() {
        return List.of(wildfly, payara, liberty);
    }

    @BeforeAll
    void start() throws DeploymentFailed, IOException {
        List<String> members = new ArrayList<>();
        for (Server server : servers()) {
            int port = Ports.free();
            members.add("127.0.0.1:" + port);
            server.environment("FIREFLY_RESILIENCE_HAZELCAST_PORT", String.valueOf(port))
                    .environment("SHOP_API", api.uri().toString())
                    .environment("FIREFLY_RESILIENCE_BULKHEAD_PAYMENTS_MAX_CONCURRENT", String.valueOf(PERMITS))
                    .environment("FIREFLY_RESILIENCE_CIRCUIT_BREAKER_PAYMENTS_WAIT_DURATION_IN_OPEN", "15s")
                    // What the test holds is not to time out.
                    .environment("FIREFLY_RESILIENCE_TIME_LIMITER_PAYMENTS_TIMEOUT", "3m");
        }
        liberty.environment("JVM_ARGS", "-Xmx384m");
        servers()
                .forEach(server ->
                        server.environment("FIREFLY_RESILIENCE_HAZELCAST_MEMBERS", String.join(",", members)));
        CompletableFuture.allOf(servers().stream()
                        .map(server -> inBackground(() -> {
                            server.start();
                            return server;
                        }))
                        .toArray(CompletableFuture[]::new))
                .join();
        for (Server server : servers()) {
            server.deploy(Archives.shop());
        }
    }

    @AfterAll
    void stop() throws InterruptedException {
        try {
            for (Server server : servers()) {
                server.close();
            }
        } finally {
            api.close();
            threads.shutdownNow();
        }
    }

    @BeforeEach
    void allIsWell() throws IOException, InterruptedException {
        api.answer();
        for (String circuit : List.of("payments", "stock")) {
            Http.sent("DELETE", wildfly.uri("shop/operations/circuits/" + circuit + "/open"), "");
        }
        for (Server server : servers()) {
            awaitPhase(server, "CLOSED");
        }
    }

    @Test
    void failuresOnAllServersOpenOneCircuitForAllOfThem() throws IOException, InterruptedException {
        api.fail();
        for (int call = 0; call < CALLS_TO_OPEN; call++) {
            assertThat(pay(servers().get(call % servers().size()))).startsWith("noted");
        }
        for (Server server : servers()) {
            awaitPhase(server, "OPEN");
        }
        int calls = api.calls();

        for (Server server : servers()) {
            assertThat(pay(server)).startsWith("noted").containsIgnoringCase("open");
        }

        assertThat(api.calls()).isEqualTo(calls);
    }

    @Test
    void oneServerProbesForAllOfThem() throws IOException, InterruptedException {
        api.fail();
        for (int call = 0; call < CALLS_TO_OPEN; call++) {
            pay(wildfly);
        }
        awaitPhase(payara, "HALF_OPEN");
        api.answer();
        api.hold();
        int before = api.calls();

        CompletableFuture<String> probe = inBackground(() -> pay(payara));
        api.await(1);
        assertThat(pay(liberty)).startsWith("noted");
        assertThat(pay(wildfly)).startsWith("noted");
        assertThat(api.calls() - before).isEqualTo(1);

        api.answer();
        assertThat(probe.join()).startsWith("paid");
        for (Server server : servers()) {
            awaitPhase(server, "CLOSED");
            assertThat(pay(server)).startsWith("paid");
        }
    }

    @Test
    void allServersTogetherHoldNoMorePermitsThanThereAre() throws IOException, InterruptedException {
        api.hold();
        List<CompletableFuture<String>> held = new ArrayList<>();
        for (Server server : servers()) {
            held.add(inBackground(() -> pay(server)));
        }
        api.await(PERMITS);
        int calls = api.calls();

        for (Server server : servers()) {
            assertThat(pay(server)).startsWith("noted").containsIgnoringCase("bulkhead");
        }
        assertThat(api.calls()).isEqualTo(calls);

        api.answer();
        held.forEach(call -> assertThat(call.join()).startsWith("paid"));
    }

    @Test
    void aServerThatIsKilledTakesNothingWithItAndFindsAllWhenItIsBack() throws Exception {
        api.hold();
        List<CompletableFuture<Http.Answer>> held = new ArrayList<>();
        for (int call = 0; call < PERMITS; call++) {
            held.add(inBackground(() -> Http.send("POST", liberty.uri("shop/checkout/payments/tea"), "")));
        }
        api.await(PERMITS);
        Http.sent("PUT", liberty.uri("shop/operations/circuits/stock/open"), "");
        assertThat(pay(wildfly)).startsWith("noted").containsIgnoringCase("bulkhead");

        ProcessHandle.of(liberty.process().jvm()).orElseThrow().destroyForcibly();
        liberty.close();
        api.answer();

        assertStockIsOpenOn(wildfly);
        assertStockIsOpenOn(payara);
        // Its permits are given back once the others know that it is gone.
        await().atMost(Server.PATIENCE).until(() -> pay(payara).startsWith("paid"));
        held.forEach(call -> assertThat(call).failsWithin(Server.PATIENCE));

        liberty.start();
        liberty.deploy(Archives.shop());
        assertStockIsOpenOn(liberty);
        assertThat(pay(liberty)).startsWith("paid");
    }

    private static void assertStockIsOpenOn(Server server) throws IOException, InterruptedException {
        Http.Answer answer = Http.send("POST", server.uri("shop/checkout/stock/tea"), "");
        assertThat(answer.status()).isEqualTo(SERVICE_UNAVAILABLE);
        assertThat(answer.body()).contains("stock").containsIgnoringCase("open");
    }

    private static String pay(Server server) throws IOException, InterruptedException {
        return Http.sent("POST", server.uri("shop/checkout/payments/tea"), "");
    }

    /** The others hear of a change a moment later. */
    private static void awaitPhase(Server server, String phase) {
        await(server.home + " " + phase)
                .atMost(SOON)
                .until(() -> Http.get(server.uri("shop/operations/payments")).contains("is " + phase));
    }

    private interface Call<T> {
        T run() throws Exception;
    }

    private <T> CompletableFuture<T> inBackground(Call<T> call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call.run();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                threads);
    }
}

package dev.firefly.resilience.tck.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.hazelcast.HazelcastStoreProvider;
import dev.firefly.resilience.tck.cdi.Naming;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way to a Hazelcast instance, and what becomes of the instance afterwards. */
class FindingHazelcastTest {
    private static TestCluster cluster;

    @TempDir
    Path directory;

    @BeforeAll
    static void startCluster() {
        cluster = TestCluster.of(1);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    private static HazelcastInstance grid() {
        return cluster.member(0);
    }

    private static HazelcastStore open(String key, String value) {
        return (HazelcastStore) new HazelcastStoreProvider().open(settings(Map.of(key, value)), TestCluster.OPTIONS);
    }

    private static Settings settings(Map<String, String> values) {
        return Settings.of(
                values.entrySet().stream()
                        .collect(Collectors.toMap(entry -> Settings.PREFIX + entry.getKey(), Map.Entry::getValue)),
                "application.properties");
    }

    private String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    // ---- by JNDI name

    @Test
    void whatAServerOffersByNameIsUsedAndLeftRunning() {
        try (Naming names = new Naming().bind("payara/Hazelcast", grid())) {
            HazelcastStore store = open("hazelcast.jndi-name", "payara/Hazelcast");

            assertThat(store.instance()).isSameAs(grid());
            store.close();
            assertThat(grid().getLifecycleService().isRunning()).isTrue();
        }
    }

    @Test
    void aNameThatIsNotBoundIsToldWithItsNeighbours() {
        try (Naming names = new Naming().bind("payara/Hazelcast", grid()).bind("payara/other", "x")) {
            assertThatThrownBy(() -> open("hazelcast.jndi-name", "payara/hazelcast"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("firefly.resilience.hazelcast.jndi-name must be the JNDI name")
                    .hasMessageContaining("beside it there are: Hazelcast, other)")
                    .hasMessageContaining("was payara/hazelcast")
                    .hasMessageContaining("NameNotFoundException")
                    .hasMessageContaining("(set in application.properties)");
        }
    }

    @Test
    void aNameOfSomethingElseIsToldWithWhatItIs() {
        try (Naming names = new Naming().bind("jdbc/orders", Duration.ZERO)) {
            assertThatThrownBy(() -> open("hazelcast.jndi-name", "jdbc/orders"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("not of a java.time.Duration, was jdbc/orders");
        }
    }

    @Test
    void anInstanceThatAnotherLoaderBroughtIsToldWithTheRemedy() throws Exception {
        URL hazelcast =
                HazelcastInstance.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader server = new URLClassLoader(new URL[] {hazelcast}, ClassLoader.getPlatformClassLoader())) {
            Class<?> theirs = server.loadClass(HazelcastInstance.class.getName());
            Object instance = Proxy.newProxyInstance(server, new Class<?>[] {theirs}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.toString());
            });
            try (Naming names = new Naming().bind("payara/Hazelcast", instance)) {
                assertThatThrownBy(() -> open("hazelcast.jndi-name", "payara/Hazelcast"))
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("came from " + HazelcastInstance.class.getClassLoader())
                        .hasMessageContaining("came from " + server)
                        .hasMessageContaining("leave Hazelcast out of the application")
                        .hasMessageContaining("<class-loader delegate=\"true\"/> in WEB-INF/payara-web.xml");
            }
        }
    }

    // ---- by a file

    private static final String MEMBER = """
            hazelcast:
              instance-name: of-the-file
              cluster-name: of-the-file
              network:
                port: {port: 0, auto-increment: false}
                interfaces: {enabled: true, interfaces: [127.0.0.1]}
                join:
                  auto-detection: {enabled: false}
                  multicast: {enabled: false}
              properties:
                hazelcast.socket.bind.any: false
                hazelcast.phone.home.enabled: false
            """;

    private String client(String address, String timeoutMillis) throws IOException {
        return write("client.xml", """
                <hazelcast-client xmlns="http://www.hazelcast.com/schema/client-config">
                  <cluster-name>%s</cluster-name>
                  <network><cluster-members><address>%s</address></cluster-members></network>
                  <connection-strategy>
                    <connection-retry>
                      <cluster-connect-timeout-millis>%s</cluster-connect-timeout-millis>
                    </connection-retry>
                  </connection-strategy>
                </hazelcast-client>
                """.formatted(grid().getConfig().getClusterName(), address, timeoutMillis));
    }

    @Test
    void aMemberIsStartedAsItsFileSaysAndEndsWithTheStore() throws IOException {
        HazelcastStore store = open("hazelcast.config", write("member.yaml", MEMBER));
        HazelcastInstance member = store.instance();
        try {
            assertThat(member.getName()).isEqualTo("of-the-file");
            assertThat(member.getCluster()
                            .getLocalMember()
                            .getSocketAddress()
                            .getAddress()
                            .isLoopbackAddress())
                    .isTrue();
            assertThat(store.withLock("firefly:resilience:bulkhead:a", Duration.ofSeconds(5), entry -> {}))
                    .isTrue();
        } finally {
            store.close();
        }
        assertThat(member.getLifecycleService().isRunning()).isFalse();
    }

    @Test
    void aClientIsStartedAsItsFileSaysAndEndsWithTheStoreButItsClusterDoesNot() throws IOException {
        HazelcastStore store = open("hazelcast.config", client(cluster.address(), "-1"));
        HazelcastInstance client = store.instance();
        try {
            assertThat(HazelcastClient.getAllHazelcastClients()).contains(client);
            assertThat(store.members().all())
                    .containsExactly(grid().getLocalEndpoint().getUuid().toString());
        } finally {
            store.close();
        }
        assertThat(client.getLifecycleService().isRunning()).isFalse();
        assertThat(grid().getLifecycleService().isRunning()).isTrue();
    }

    /** The shorter time is over, as often as not, while the client is still starting. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "100"})
    void aClientThatReachesNobodyStopsTheStartAndIsNotLeftBehind(String timeoutMillis) throws IOException {
        String file = client("127.0.0.1:1", timeoutMillis);

        assertThatThrownBy(() -> open("hazelcast.config", file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must be a Hazelcast configuration with which an instance can start, was " + file)
                .hasMessageContaining("the client reached no member of the cluster")
                .hasMessageContaining("127.0.0.1:1");
        // A client that has given up by itself ends on a thread of its own.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> HazelcastClient.getAllHazelcastClients().isEmpty());
    }

    @Test
    void aFileThatNamesARunningInstanceIsToldHowToUseThat() throws IOException {
        String file = write(
                "member.yaml", MEMBER.replace("instance-name: of-the-file", "instance-name: " + grid().getName()));

        assertThatThrownBy(() -> open("hazelcast.config", file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must not name an instance that runs already, as " + grid().getName() + " does")
                .hasMessageContaining("firefly.resilience.hazelcast.instance-name in place of this key");
    }

    @Test
    void aFileUnderWhichStateWouldBeLostIsRefusedAndItsMemberIsNotLeftBehind() throws IOException {
        String forgetful = MEMBER + "  map:\n    \"firefly:*\":\n      max-idle-seconds: 60\n";
        Set<HazelcastInstance> before = Hazelcast.getAllHazelcastInstances();

        assertThatThrownBy(() -> open("hazelcast.config", write("member.yaml", forgetful)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("max-idle-seconds must be 0 (never) or at least 86400");
        assertThat(Hazelcast.getAllHazelcastInstances()).isEqualTo(before);
    }

    @Test
    void whatAFileSaysOfMapsInGeneralIsNotMeantForOurs() throws IOException {
        String general = MEMBER + "  map:\n    default:\n      max-idle-seconds: 60\n";
        HazelcastStore store = open("hazelcast.config", write("member.yaml", general));
        try {
            assertThat(store.instance()
                            .getConfig()
                            .findMapConfig("firefly:resilience:bulkhead")
                            .getMaxIdleSeconds())
                    .isEqualTo(86_400);
        } finally {
            store.close();
        }
    }

    @Test
    void whatOpenSourceHazelcastCannotDoIsToldInItsOwnWords() throws IOException {
        String encrypted = MEMBER.replace("  network:\n", "  network:\n    ssl: {enabled: true}\n");

        assertThatThrownBy(() -> open("hazelcast.config", write("member.yaml", encrypted)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("firefly.resilience.hazelcast.config")
                .hasMessageContaining("Enterprise");
    }

    @Test
    void aFileThatIsNowhereIsToldTogetherWithAllOtherProblems() {
        Settings settings =
                settings(Map.of("hazelcast.config", "nowhere.xml", "hazelcast.port", "1", "retry.a.max-attempts", "0"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Resilience.builder().settings(settings).build())
                .satisfies(e -> assertThat(e.problems())
                        .extracting(Problem::key)
                        .containsExactlyInAnyOrder(
                                "firefly.resilience.retry.a.max-attempts",
                                "firefly.resilience.hazelcast.config",
                                "firefly.resilience.hazelcast.port"));
    }

    // ---- embedded

    @Test
    void aClusterThatTheEmbeddedMemberDoesNotFitIntoStopsTheStartAndNothingIsLeftBehind() throws IOException {
        String standsAlone = write("member.yaml", MEMBER);
        try (HazelcastStore other = open("hazelcast.config", standsAlone)) {
            Set<HazelcastInstance> before = Hazelcast.getAllHazelcastInstances();
            Settings settings = settings(Map.of(
                    "hazelcast.cluster-name", "of-the-file",
                    "hazelcast.port", "0",
                    "hazelcast.members", TestCluster.address(other.instance())));

            assertThatThrownBy(() -> new HazelcastStoreProvider().open(settings, TestCluster.OPTIONS))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("firefly.resilience.hazelcast.members must lead to members that this one can")
                    .hasMessageContaining(TestCluster.address(other.instance()))
                    .hasMessageContaining("same ways to find each other");
            assertThat(Hazelcast.getAllHazelcastInstances()).isEqualTo(before);
        }
    }

    // ---- the application's own

    @Test
    void theApplicationsOwnInstanceGoesBeforeAllKeysAndIsLeftRunning() {
        Settings settings = settings(Map.of("hazelcast.instance-name", "nobody", "store.prefix", "own"));
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(settings)
                .connections(type -> Optional.of(grid()))
                .build()) {
            registry.circuitBreaker("payments").forceOpen();

            assertThat(grid().getMap("own:circuit-breaker").keySet()).containsExactly("payments");
        }
        assertThat(grid().getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void noConnectionIsLookedForWhereStateStaysInMemory() {
        try (ResilienceRegistry registry = Resilience.builder()
                .settings(settings(Map.of("store.type", "memory")))
                .connections(type -> {
                    throw new AssertionError("asked for " + type);
                })
                .build()) {
            assertThat(registry.circuitBreaker("payments").state().isClosed()).isTrue();
        }
    }

    @Test
    void whatIsWrongWithTheConnectionIsToldTogetherWithAllOtherProblems() {
        Problem several = new Problem("HazelcastInstance", "is there twice", "");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Resilience.builder()
                        .settings(settings(Map.of("hazelcast.port", "-1")))
                        .connections(type -> {
                            throw new ConfigurationException(List.of(several));
                        })
                        .build())
                .satisfies(e -> assertThat(e.problems()).hasSize(2).contains(several));
    }

    // ---- security

    /** Stands for whatever class with a treacherous readObject lies on some class path. */
    private record Gadget() implements Callable<String>, Serializable {
        @Override
        public String call() {
            return "it runs";
        }
    }

    @Test
    void aMemberOfOurOwnMakesNoObjectOfAnApplicationsClassOutOfBytesFromTheNetwork() throws Exception {
        HazelcastInstance client = cluster.startClient();
        try {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> client.getExecutorService("any")
                            .submit(new Gadget())
                            .get(30, TimeUnit.SECONDS))
                    .withStackTraceContaining("is not allowed");
        } finally {
            client.shutdown();
        }
    }
}

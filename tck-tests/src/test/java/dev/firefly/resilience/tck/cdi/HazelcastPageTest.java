package dev.firefly.resilience.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.client.config.XmlClientConfigBuilder;
import com.hazelcast.config.Config;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.Resilience;
import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.annotation.CircuitBreaker;
import dev.firefly.resilience.hazelcast.HazelcastStore;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the page on Hazelcast. Java is quoted from this file; everything else is taken from the page and run,
 * with the addresses of this machine in the place of those of the examples.
 */
class HazelcastPageTest {
    private static final String STATE = "firefly:resilience:circuit-breaker";

    private static String page;
    private static HazelcastInstance grid;

    @TempDir
    Path directory;

    @BeforeAll
    static void readThePageAndStartAGrid() throws IOException {
        page = Files.readString(Path.of("..", "docs", "hazelcast.md"));
        Config shop = configuration().setInstanceName("shop").setClusterName("shop");
        shop.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true);
        grid = Hazelcast.newHazelcastInstance(shop);
    }

    @AfterAll
    static void stopTheGrid() {
        grid.shutdown();
    }

    private static Config configuration() {
        return HazelcastInstanceBeanTest.loopback();
    }

    @ApplicationScoped
    static class Payments {
        @CircuitBreaker("payments")
        String pay() throws IOException {
            throw new IOException("The service is down");
        }
    }

    @ApplicationScoped
    static class Grid {
        @Produces
        @ApplicationScoped
        HazelcastInstance start() {
            return Hazelcast.newHazelcastInstance(configuration());
        }

        void stop(@Disposes HazelcastInstance instance) {
            instance.shutdown();
        }
    }

    @Test
    void theApplicationsOwnBean() {
        Set<HazelcastInstance> before = Hazelcast.getAllHazelcastInstances();
        try (Application app = app(Map.of(), Grid.class)) {
            assertThatStateIsIn(theOneSince(before), app);
        }
        assertThat(Hazelcast.getAllHazelcastInstances()).isEqualTo(before);
    }

    @Test
    void anInstanceHandedOverInCode() {
        inCode(grid);

        assertThat(grid.getMap(STATE).keySet()).contains("payments");
        assertThat(grid.getLifecycleService().isRunning()).isTrue();
    }

    private static void inCode(HazelcastInstance instance) {
        ResilienceStoreProvider.Options options =
                new ResilienceStoreProvider.Options("firefly:resilience", Duration.ofHours(24));
        try (HazelcastStore store = HazelcastStore.over(instance, options);
                ResilienceRegistry registry = Resilience.builder().store(store).build()) {
            registry.circuitBreaker("payments").open(Duration.ofMinutes(5));
        }
    }

    @Test
    void aJndiName() throws IOException {
        try (Naming names = new Naming().bind("payara/Hazelcast", grid);
                Application app = app(properties("A JNDI name"))) {
            assertThatStateIsIn(grid, app);
        }
        assertThat(grid.getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void anInstanceOfThisJvmByName() throws IOException {
        try (Application app = app(properties("An instance of this JVM, by name"))) {
            assertThatStateIsIn(grid, app);
        }
        assertThat(grid.getLifecycleService().isRunning()).isTrue();
    }

    @Test
    void aHazelcastFileForAMemberAndOneForAClient() throws IOException {
        String section = section("A Hazelcast file");
        try (Resources resources = new Resources(directory)) {
            resources.write(here(blocks(section, "yaml").get(0)));
            try (Application app = app(properties("A Hazelcast file"))) {
                assertThat(grid.getCluster().getMembers()).hasSize(2);
                assertThatStateIsIn(grid, app);
            }
            awaitThatTheGridIsAlone();

            resources.write(here(blocks(section, "xml").get(0)));
            try (Application app = app(properties("A Hazelcast file"))) {
                assertThat(grid.getCluster().getMembers()).hasSize(1);
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(grid.getClientService().getConnectedClients())
                                .hasSize(1));
                assertThatStateIsIn(grid, app);
            }
        }
    }

    @Test
    void anEmbeddedMember() throws IOException {
        Map<String, String> settings = properties("An embedded member");
        settings.put("firefly.resilience.hazelcast.port", "0");
        try (Application app = app(settings)) {
            assertThat(grid.getCluster().getMembers()).hasSize(2);
            assertThatStateIsIn(grid, app);
        }
        awaitThatTheGridIsAlone();
    }

    @Test
    void nothingAtAll() {
        Set<HazelcastInstance> before = Hazelcast.getAllHazelcastInstances();
        try (Application app = app(Map.of("firefly.resilience.hazelcast.port", "0"))) {
            HazelcastInstance own = theOneSince(before);

            assertThat(address(own).getAddress().isLoopbackAddress()).isTrue();
            assertThat(own.getCluster().getMembers()).hasSize(1);
            assertThatStateIsIn(own, app);
        }
        assertThat(Hazelcast.getAllHazelcastInstances()).isEqualTo(before);
    }

    @Test
    void twoWaysAtOnce() throws IOException {
        Map<String, String> settings = properties("Two ways at once");
        try (Naming names = new Naming().bind("payara/Hazelcast", grid)) {
            try (Application app = app(settings)) {
                assertThatStateIsIn(grid, app);
            }
            settings.put("firefly.resilience.hazelcast.members", "10.0.0.1:5701");
            assertThat(Application.failureOf(builder(settings)))
                    .contains("RES-001 firefly.resilience.hazelcast.members must not be set together with"
                            + " firefly.resilience.hazelcast.jndi-name");
        }
    }

    @Test
    void theFilesWithTlsAndAuthenticationKeepToHazelcastsSchemaAndNeedEnterprise() throws IOException {
        List<String> files = blocks(section("Security"), "xml");
        Properties secrets = new Properties();
        for (String name : List.of("keystore", "truststore", "member", "client")) {
            secrets.setProperty("shop." + name + ".password", "secret");
        }

        Config member = new XmlConfigBuilder(stream(files.get(0)))
                .setProperties(secrets)
                .build();
        XmlClientConfigBuilder client = new XmlClientConfigBuilder(stream(files.get(1)));
        client.setProperties(secrets);

        assertThat(member.getSecurityConfig().getClientPermissionConfigs()).hasSize(3);
        assertThat(member.getNetworkConfig().getSSLConfig().getProperty("keyStorePassword"))
                .isEqualTo("secret");
        assertThat(client.build().getNetworkConfig().getSSLConfig().isEnabled()).isTrue();
        String unsecured = here(files.get(0)).replaceAll("\\$\\{[a-z.]+}", "secret");
        try (Resources resources = new Resources(directory)) {
            resources.write(unsecured);
            assertThat(Application.failureOf(builder(properties("A Hazelcast file"))))
                    .contains("RES-001 firefly.resilience.hazelcast.config")
                    .contains("Enterprise");
        }
    }

    @Test
    void everyJavaExampleOfThePageIsTakenFromThisFile() throws IOException {
        String file = withoutLayout(Files.readString(Path.of(
                "src", "test", "java", "dev", "firefly", "resilience", "tck", "cdi", "HazelcastPageTest.java")));

        assertThat(blocks(page, "java"))
                .hasSizeGreaterThan(2)
                .allSatisfy(example -> assertThat(file).contains(withoutLayout(example)));
    }

    // ---- what runs the examples

    private static Application.Builder builder(Map<String, String> settings, Class<?>... beans) {
        Set<Class<?>> all = new HashSet<>(List.of(beans));
        all.add(Payments.class);
        Application.Builder builder =
                Application.of(all.toArray(new Class<?>[0])).set("store.type", "auto");
        settings.forEach((key, value) -> builder.set(key.substring("firefly.resilience.".length()), value));
        return builder;
    }

    private static Application app(Map<String, String> settings, Class<?>... beans) {
        return builder(settings, beans).start();
    }

    private static void assertThatStateIsIn(HazelcastInstance instance, Application app) {
        instance.getMap(STATE).clear();
        assertThatThrownBy(app.get(Payments.class)::pay).isInstanceOf(IOException.class);
        assertThat(instance.getMap(STATE).keySet()).containsExactly("payments");
    }

    /** The others have left before an application ends, but the grid need not have heard of it yet. */
    private static void awaitThatTheGridIsAlone() {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(grid.getCluster().getMembers()).hasSize(1));
    }

    private static HazelcastInstance theOneSince(Set<HazelcastInstance> before) {
        Set<HazelcastInstance> since = new HashSet<>(Hazelcast.getAllHazelcastInstances());
        since.removeAll(before);
        assertThat(since).hasSize(1);
        return since.iterator().next();
    }

    private static InetSocketAddress address(HazelcastInstance member) {
        return member.getCluster().getLocalMember().getSocketAddress();
    }

    /** The class path of the application, with one resource under the name that the page gives it. */
    private record Resources(Path directory, URLClassLoader loader, ClassLoader before) implements AutoCloseable {
        Resources(Path directory) throws IOException {
            this(
                    directory,
                    new URLClassLoader(new URL[] {directory.toUri().toURL()}, HazelcastPageTest.class.getClassLoader()),
                    Thread.currentThread().getContextClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
        }

        void write(String content) throws IOException {
            Files.writeString(directory.resolve("resilience-hazelcast.yaml"), content);
        }

        @Override
        public void close() throws IOException {
            Thread.currentThread().setContextClassLoader(before);
            loader.close();
        }
    }

    // ---- what reads the page

    private static String section(String heading) {
        int from = page.indexOf("\n## " + heading + "\n");
        assertThat(from).as(heading).isPositive();
        int to = page.indexOf("\n## ", from + 1);
        return page.substring(from, to < 0 ? page.length() : to);
    }

    private static List<String> blocks(String text, String language) {
        Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(text);
        return matcher.results().map(block -> block.group(1)).toList();
    }

    private static Map<String, String> properties(String heading) throws IOException {
        Properties read = new Properties();
        read.load(new StringReader(here(blocks(section(heading), "properties").get(0))));
        Map<String, String> settings = new TreeMap<>();
        read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
        return settings;
    }

    /** The example as it is on this machine: the others are the grid, and any port of our own will do. */
    private static String here(String example) {
        String other = "127.0.0.1:" + address(grid).getPort();
        return example.replaceAll("10\\.0\\.0\\.[12]:5701", other)
                .replace("10.0.0.*", "127.0.0.*")
                .replace("5701", "0");
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String withoutLayout(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}

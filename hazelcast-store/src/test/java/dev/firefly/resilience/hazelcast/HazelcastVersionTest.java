package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.firefly.resilience.config.ConfigurationException;
import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import dev.firefly.resilience.store.ResilienceStoreProvider.Options;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HazelcastVersionTest {
    private static final Options OPTIONS = new Options("p", Duration.ofHours(1));
    /** Hazelcast's own, by which it takes itself for another version. */
    private static final String VERSION = "hazelcast.internal.override.version";

    private static final String PAYARA = "<class-loader delegate=\"false\"/>";

    @AfterEach
    void takeTheVersionBack() {
        System.clearProperty(VERSION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.7.0", "5.7.1", "5.8.0-SNAPSHOT", "5.10.2", "5.7"})
    void aHazelcastThatAnInstanceCanBeStartedWith(String version) {
        assertThat(HazelcastVersion.isCompatible(version, true)).isTrue();
        assertThat(HazelcastVersion.isCompatible(version, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.3.2", "5.5.0", "5.6.9"})
    void aHazelcastOfWhichAnInstanceCanBeUsedThatOthersHaveStarted(String version) {
        assertThat(HazelcastVersion.isCompatible(version, true)).isFalse();
        assertThat(HazelcastVersion.isCompatible(version, false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.2.5", "4.2", "6.0.0", "5", "", "unknown"})
    void aHazelcastThatCannotBeUsed(String version) {
        assertThat(HazelcastVersion.isCompatible(version, true)).isFalse();
        assertThat(HazelcastVersion.isCompatible(version, false)).isFalse();
    }

    @Test
    void classesThatDoNotFitAreReportedWithARemedy() {
        assertThat(HazelcastVersion.unusable(new NoSuchMethodError("x")))
                .hasMessageContaining("NoSuchMethodError")
                .hasMessageContaining("WEB-INF/payara-web.xml")
                .hasMessageContaining(PAYARA);
    }

    @Test
    void aHazelcastThatIsTooOldIsToldWithWhereItCameFromAndARemedy() throws Exception {
        System.setProperty(VERSION, "5.3.2");
        try (Web web = new Web(name -> false)) {
            assertThatThrownBy(() -> web.provider().open(Settings.none(), OPTIONS))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("firefly.resilience.store.type cannot be hazelcast with Hazelcast 5.3.2")
                    .hasMessageContaining("which came from " + web)
                    .hasMessageContaining("5.7 or a later 5.x is needed to start")
                    .hasMessageContaining(PAYARA)
                    .hasMessageContaining("firefly.resilience.hazelcast.jndi-name");
        }
    }

    @Test
    void aHazelcastThatIsMissingIsToldWithARemedyWhateverWayWasConfigured() throws Exception {
        try (Web web = new Web(name -> name.startsWith("com.hazelcast."))) {
            ResilienceStoreProvider provider = web.provider();
            assertThat(provider.connectionType()).isEmpty();
            for (String key : new String[] {"instance-name", "jndi-name", "members", "config"}) {
                Settings settings = Settings.of(Map.of(Settings.PREFIX + "hazelcast." + key, "member.yaml"), "test");
                provider.validate(settings, new Problems());

                assertThatThrownBy(() -> provider.open(settings, OPTIONS))
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("com/hazelcast/")
                        .hasMessageContaining("Package Hazelcast 5.7 with the application");
            }
        }
    }

    @Test
    void aRuntimeWithoutNamesIsNotTakenForOneWithoutHazelcast() throws Exception {
        Settings settings = Settings.of(Map.of(Settings.PREFIX + "hazelcast.jndi-name", "grid"), "test");
        try (Web web = new Web(name -> name.startsWith("javax.naming."))) {
            assertThatThrownBy(() -> web.provider().open(settings, OPTIONS))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("hazelcast.jndi-name can be used only where Java has its module java.naming");
        }
    }

    @Test
    void anApplicationsInstanceOfAnotherVersionIsCheckedLikeAnyOther() throws Exception {
        System.setProperty(VERSION, "5.2.5");
        try (Web web = new Web(name -> false)) {
            Class<?> type = web.provider().connectionType().orElseThrow();
            Object instance = Proxy.newProxyInstance(web, new Class<?>[] {type}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.toString());
            });

            assertThatThrownBy(() -> web.provider().openOver(instance, Settings.none(), OPTIONS))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("Hazelcast 5.2.5")
                    .hasMessageContaining("5.3 or a later 5.x is needed to use an instance");
        }
    }

    /** Has this module and Hazelcast anew, the api in common with its parent, and does not know some classes. */
    private static final class Web extends URLClassLoader {
        private final Predicate<String> absent;

        private Web(Predicate<String> absent) {
            super(
                    new URL[] {location(HazelcastStoreProvider.class), location(HazelcastInstance.class)},
                    HazelcastVersionTest.class.getClassLoader());
            this.absent = absent;
        }

        private static URL location(Class<?> type) {
            return type.getProtectionDomain().getCodeSource().getLocation();
        }

        @Override
        public String toString() {
            return "the loader of the application";
        }

        ResilienceStoreProvider provider() throws ReflectiveOperationException {
            return (ResilienceStoreProvider) loadClass(HazelcastStoreProvider.class.getName())
                    .getConstructor()
                    .newInstance();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (absent.test(name)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("dev.firefly.resilience.hazelcast.") && !name.startsWith("com.hazelcast.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
    }
}

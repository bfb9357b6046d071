package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firefly.resilience.config.Problems;
import dev.firefly.resilience.config.Settings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    private static final ClassLoader LOADER = ConfigFileTest.class.getClassLoader();
    private static final String XML_MEMBER = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- <hazelcast-client> is another thing -->
            <hazelcast xmlns="http://www.hazelcast.com/schema/config">
              <cluster-name>from-xml</cluster-name>
            </hazelcast>
            """;

    @TempDir
    Path directory;

    private String write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    @Test
    void aMemberInXmlIsToldByItsOutermostElement() throws IOException {
        ConfigFile file = ConfigFile.read(write("member.xml", XML_MEMBER), LOADER);

        assertThat(file.isForClient()).isFalse();
        assertThat(file.member().getClusterName()).isEqualTo("from-xml");
    }

    @Test
    void aClientInXmlIsToldByItsOutermostElement() throws IOException {
        String client = XML_MEMBER
                .replace("<hazelcast ", "<hazelcast-client ")
                .replace("</hazelcast>", "</hazelcast-client>")
                .replace("/schema/config", "/schema/client-config");
        ConfigFile file = ConfigFile.read(write("hazelcast.conf", "\uFEFF" + client), LOADER);

        assertThat(file.isForClient()).isTrue();
        assertThat(file.client().getClusterName()).isEqualTo("from-xml");
    }

    @Test
    void aClientInYamlIsToldByItsOutermostElement() throws IOException {
        String client = "---\n# hazelcast: not this one\nhazelcast-client:\n  cluster-name: from-yaml\n";
        ConfigFile file = ConfigFile.read(write("any.name", client), LOADER);

        assertThat(file.isForClient()).isTrue();
        assertThat(file.client().getClusterName()).isEqualTo("from-yaml");
    }

    @Test
    void theClassPathIsWhereNoFileIs() throws IOException {
        for (String location : new String[] {"member.yaml", "/member.yaml", "classpath:member.yaml"}) {
            assertThat(ConfigFile.read(location, LOADER).member().getClusterName())
                    .isEqualTo("from-yaml");
        }
    }

    @Test
    void theApplicationsOwnResourceGoesBeforeOurs() throws IOException {
        write("member.yaml", "hazelcast:\n  cluster-name: of-the-application\n");
        URL[] application = {directory.toUri().toURL()};
        // The application's first, as a server does it.
        try (URLClassLoader loader = new URLClassLoader(application, null)) {
            assertThat(ConfigFile.read("member.yaml", loader).member().getClusterName())
                    .isEqualTo("of-the-application");
        }
        try (URLClassLoader empty = new URLClassLoader(new URL[0], null)) {
            assertThat(ConfigFile.read("member.yaml", empty).member().getClusterName())
                    .isEqualTo("from-yaml");
        }
    }

    @Test
    void aUrlIsRead() throws IOException {
        String url = Path.of(write("member.xml", XML_MEMBER)).toUri().toString();

        assertThat(ConfigFile.read(url, LOADER).member().getClusterName()).isEqualTo("from-xml");
    }

    @Test
    void placeholdersAreFilledFromSystemProperties() throws IOException {
        System.setProperty("firefly.test.cluster", "from-property");
        try {
            String location = write("member.yaml", "hazelcast:\n  cluster-name: ${firefly.test.cluster}\n");

            assertThat(ConfigFile.read(location, LOADER).member().getClusterName())
                    .isEqualTo("from-property");
        } finally {
            System.clearProperty("firefly.test.cluster");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "cluster-name: no-root\n",
                "hazelcast-client-failover:\n  try-count: 4\n",
                "<beans/>",
                "<hazelcast-client-failover/>",
                "  hazelcast:\n    cluster-name: indented\n"
            })
    void whatIsForNeitherMemberNorClientIsRefused(String content) throws IOException {
        String location = write("wrong", content);

        assertThatThrownBy(() -> ConfigFile.read(location, LOADER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "outermost element must be hazelcast, for a member, or hazelcast-client, for a client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<hazelcast", "<!-- nothing -->", "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:/x\">]>&e;"})
    void xmlThatIsNoneIsRefused(String content) throws IOException {
        String location = write("wrong.xml", content);

        assertThatThrownBy(() -> ConfigFile.read(location, LOADER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("it begins like XML but is none");
    }

    @Test
    void whatIsNowhereIsRefusedAndSaysWhereItWasLookedFor() {
        assertThatThrownBy(() -> ConfigFile.read("nowhere.xml", LOADER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such file (in " + Path.of("").toAbsolutePath())
                .hasMessageContaining("no such resource on the class path");
        assertThatThrownBy(
                        () -> ConfigFile.read(directory.resolve("none").toUri().toString(), LOADER))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> ConfigFile.read("nosuchscheme:x", LOADER)).isInstanceOf(IOException.class);
    }

    @Test
    void whatHazelcastDoesNotAcceptIsAProblemBeforeAnythingIsStarted() throws IOException {
        String location = write("wrong.yaml", "hazelcast:\n  no-such-setting: 1\n");
        Problems problems = new Problems();
        HazelcastSettings.read(
                Settings.of(Map.of(Settings.PREFIX + "hazelcast.config", location), "application.properties"),
                problems);

        assertThat(problems.list())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString())
                        .startsWith(
                                "firefly.resilience.hazelcast.config must be a file, a class path resource or a URL")
                        .contains("was " + location)
                        .contains("no-such-setting")
                        .endsWith("(set in application.properties)"));
    }
}

package dev.firefly.resilience.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Payara has a Hazelcast of its own, the Data Grid: it can be used, and must not be mistaken for the application's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DataGridContract {
    private static final String CLASS_LOADER = "WEB-INF/payara-web.xml";

    private final Server server;

    DataGridContract(Server server) {
        this.server = server;
    }

    /** The shop with the name of the server's grid; what else it has to do with Hazelcast goes. */
    private static Archives named(String name) throws IOException {
        return Archives.copy(name)
                .with("firefly.resilience.hazelcast.jndi-name", "payara/Hazelcast")
                .with("firefly.resilience.hazelcast.cluster-name", "")
                .with("firefly.resilience.hazelcast.port", "");
    }

    private static Path usingTheGrid(String name) throws IOException {
        return named(name).withoutLibrary("hazelcast").without(CLASS_LOADER).path();
    }

    @Test
    void applicationsWithoutAHazelcastShareTheirCircuitsInTheGrid()
            throws DeploymentFailed, IOException, InterruptedException {
        Path one = usingTheGrid("grid-one");
        Path two = usingTheGrid("grid-two");
        server.deploy(one);
        try {
            server.deploy(two);
            try {
                Http.sent("PUT", server.uri("grid-one/operations/circuits/payments/open"), "");

                assertThat(Http.sent("POST", server.uri("grid-two/checkout/payments/tea"), ""))
                        .startsWith("noted tea: ")
                        .containsIgnoringCase("open");
            } finally {
                server.undeploy(two);
            }
            // The grid is the server's: it goes on, and what was in it is still there.
            assertThat(Http.get(server.uri("grid-one/operations/payments"))).containsIgnoringCase("open");
        } finally {
            server.undeploy(one);
        }
    }

    @Test
    void anApplicationThatHasAHazelcastToldToUseTheGridIsToldToLeaveItOut() throws IOException {
        Path both = named("grid-and-own").path();

        assertThatThrownBy(() -> server.deploy(both))
                .isInstanceOf(DeploymentFailed.class)
                .hasMessageContaining("firefly.resilience.hazelcast.jndi-name")
                .hasMessageContaining("leave Hazelcast out of the application");
    }

    @Test
    void anApplicationWhoseHazelcastIsHiddenByTheServersIsToldHowToComeFirst() throws IOException {
        Path hidden = Archives.copy("hidden").without(CLASS_LOADER).path();

        assertThatThrownBy(() -> server.deploy(hidden))
                .isInstanceOf(DeploymentFailed.class)
                .hasMessageContaining("with Hazelcast 5.3")
                .hasMessageContaining("WEB-INF/payara-web.xml");
    }
}

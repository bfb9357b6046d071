package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.firefly.resilience.servers.probe.Marker;
import dev.firefly.resilience.servers.probe.NeighbourApplication;
import dev.firefly.resilience.servers.probe.NeighbourExtension;
import dev.firefly.resilience.servers.probe.NeighbourResource;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An application that is gone leaves nothing behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RedeployContract {
    /** Threads, classes and ports may go a moment after the server has said that the application is gone. */
    private static final Duration A_MOMENT = Duration.ofMinutes(2);

    private final Server server;
    private final int times;
    private final int kept;

    /**
     * @param times how often, more than {@code kept}
     * @param kept how many class loaders may stay
     */
    RedeployContract(Server server, int times, int kept) {
        this.server = server;
        this.times = times;
        this.kept = kept;
    }

    @Test
    void redeploysLeaveNoThreadNoPortAndNoClassLoader() throws DeploymentFailed, IOException, InterruptedException {
        Jcmd jvm = new Jcmd(server.process().jvm());
        Path neighbour = neighbour();
        server.deploy(neighbour);
        askNeighbour();

        redeploy(jvm);

        await("the threads have ended")
                .atMost(A_MOMENT)
                .untilAsserted(() -> assertThat(jvm.threads())
                        .noneMatch(thread -> thread.startsWith("hz.shop-") || thread.startsWith("firefly")));
        server.undeploy(neighbour);
        server.deploy(neighbour);
        try {
            await("the class loaders are gone").atMost(A_MOMENT).untilAsserted(() -> {
                askNeighbour();
                assertThat(jvm.instances(Marker.One.class)).isLessThanOrEqualTo(kept);
            });
        } finally {
            server.undeploy(neighbour);
        }
    }

    private void redeploy(Jcmd jvm) throws DeploymentFailed, IOException, InterruptedException {
        int port = Ports.free();
        Path archive = Archives.copy("again")
                .with(Marker.class, Marker.One.class)
                .with("shop.api", server.uri("again/flaky").toString())
                .with("firefly.resilience.hazelcast.port", Integer.toString(port))
                .path();
        for (int i = 0; i < times; i++) {
            server.deploy(archive);
            use(jvm, port);
            server.undeploy(archive);
            await("the port is closed").atMost(A_MOMENT).until(() -> !Ports.isOpen(port));
        }
    }

    /** So that there are threads, timers and classes that could stay. */
    private void use(Jcmd jvm, int port) throws IOException, InterruptedException {
        Http.get(server.uri("again/marker"));
        Http.sent("PUT", server.uri("again/flaky/mood"), "FAILING");
        for (String call : new String[] {"payments/one", "payments/two/later"}) {
            assertThat(Http.sent("POST", server.uri("again/checkout/" + call), ""))
                    .startsWith("noted");
        }
        assertThat(Ports.isOpen(port)).isTrue();
        assertThat(jvm.threads()).anyMatch(thread -> thread.startsWith("hz.shop-"));
        assertThat(jvm.instances(Marker.One.class)).isPositive();
    }

    /**
     * What a server and a JVM keep of some application, whichever it is, they are to keep of this one, so that whatever is
     * left of ours is a leak: of the first to use a thread of the server; of the last with a build compatible extension
     * or whose record was compared. So it is there before ours, and once more after it.
     */
    private static Path neighbour() throws IOException {
        return Archives.empty("neighbour")
                .with(NeighbourApplication.class, NeighbourResource.class, NeighbourResource.Couple.class)
                .with(NeighbourExtension.class)
                .with(
                        "WEB-INF/classes/META-INF/services/" + BuildCompatibleExtension.class.getName(),
                        NeighbourExtension.class.getName().getBytes(UTF_8))
                .path();
    }

    private void askNeighbour() {
        assertThat(Http.getAll(Collections.nCopies(NeighbourResource.AT_ONCE, server.uri("neighbour/neighbour"))))
                .allMatch(answer -> answer.startsWith("false "));
    }
}

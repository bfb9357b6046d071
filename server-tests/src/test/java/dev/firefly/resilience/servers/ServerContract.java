package dev.firefly.resilience.servers;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What holds on every server. It is started once, for all the tests; each group of them deploys what it needs and takes it
 * away again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {
    /** Prints what the server said, when a test has failed. */
    @RegisterExtension
    final AfterTestExecutionCallback logOfAFailure = context -> {
        if (context.getExecutionException().isPresent()) {
            System.out.println(context.getDisplayName() + " has failed; the log of the server ends with\n"
                    + server().log().tail());
        }
    };

    private final Server server;

    ServerContract(Server server) {
        this.server = server;
    }

    Server server() {
        return server;
    }

    /** How often an application is deployed anew; it takes its time, and once often enough is often enough. */
    int redeploys() {
        return 3;
    }

    /** Of these, how many may leave their class loader behind. */
    int classLoadersThatMayStay() {
        return 0;
    }

    @BeforeAll
    void start() throws IOException {
        server.environment("SHOP_API", server.uri("shop/flaky").toString())
                // Several archives, and several builds on one machine, do not meet.
                .environment("FIREFLY_RESILIENCE_HAZELCAST_PORT", "0")
                .environment("FIREFLY_RESILIENCE_RETRY_STOCK_MAX_ATTEMPTS", "4")
                .setting("firefly.resilience.bulkhead.payments.max-concurrent", "7")
                .start();
    }

    @AfterAll
    void stop() throws InterruptedException {
        server.close();
    }

    @Nested
    class Shop extends ShopContract {
        Shop() {
            super(server);
        }
    }

    @Nested
    class Deployments extends DeploymentContract {
        Deployments() {
            super(server);
        }
    }

    @Nested
    class Contexts extends ContextContract {
        Contexts() {
            super(server);
        }
    }

    @Nested
    class Redeploys extends RedeployContract {
        Redeploys() {
            super(server, redeploys(), classLoadersThatMayStay());
        }
    }
}

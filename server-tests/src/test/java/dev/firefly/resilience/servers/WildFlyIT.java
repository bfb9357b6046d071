package dev.firefly.resilience.servers;

import java.io.IOException;
import org.junit.jupiter.api.Nested;

class WildFlyIT extends ServerContract {
    WildFlyIT() throws IOException {
        super(new WildFly());
    }

    @Nested
    class Ear extends EarContract {
        Ear() {
            super(server());
        }
    }
}

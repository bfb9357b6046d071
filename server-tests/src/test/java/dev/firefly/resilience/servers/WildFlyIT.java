package dev.firefly.resilience.servers;

import java.io.IOException;

class WildFlyIT extends ServerContract {
    WildFlyIT() throws IOException {
        super(new WildFly());
    }
}

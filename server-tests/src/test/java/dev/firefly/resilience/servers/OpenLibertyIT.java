package dev.firefly.resilience.servers;

import java.io.IOException;
import org.junit.jupiter.api.Nested;

class OpenLibertyIT extends ServerContract {
    OpenLibertyIT() throws IOException {
        super(new OpenLiberty());
    }

    /** The server that deploys the fastest. */
    @Override
    int redeploys() {
        return 10;
    }

    @Nested
    class Ear extends EarContract {
        Ear() {
            super(server());
        }
    }
}

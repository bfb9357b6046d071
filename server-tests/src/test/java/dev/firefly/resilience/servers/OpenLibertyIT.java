package dev.firefly.resilience.servers;

import java.io.IOException;

class OpenLibertyIT extends ServerContract {
    OpenLibertyIT() throws IOException {
        super(new OpenLiberty());
    }

    /** The server that deploys the fastest. */
    @Override
    int redeploys() {
        return 10;
    }
}

package dev.firefly.resilience.servers;

import java.io.IOException;

class OpenLibertyIT extends ServerContract {
    OpenLibertyIT() throws IOException {
        super(new OpenLiberty());
    }
}

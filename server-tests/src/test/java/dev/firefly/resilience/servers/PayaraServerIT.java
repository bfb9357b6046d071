package dev.firefly.resilience.servers;

import java.io.IOException;

class PayaraServerIT extends ServerContract {
    PayaraServerIT() throws IOException {
        super(new PayaraServer());
    }
}

package dev.firefly.resilience.servers;

import java.io.IOException;

class PayaraMicroIT extends ServerContract {
    PayaraMicroIT() throws IOException {
        super(PayaraMicro.six());
    }
}

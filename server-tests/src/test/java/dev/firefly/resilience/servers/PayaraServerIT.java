package dev.firefly.resilience.servers;

import java.io.IOException;
import org.junit.jupiter.api.Nested;

class PayaraServerIT extends ServerContract {
    PayaraServerIT() throws IOException {
        super(new PayaraServer());
    }

    @Nested
    class DataGrid extends DataGridContract {
        DataGrid() {
            super(server());
        }
    }

    @Nested
    class Ear extends EarContract {
        Ear() {
            super(server());
        }
    }
}

package dev.firefly.resilience.servers;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The same WAR on Jakarta EE 11, where there is a Java for that. */
@EnabledIfEnvironmentVariable(named = "JDK21_HOME", matches = ".+")
class PayaraMicro7IT extends ServerContract {
    PayaraMicro7IT() throws IOException {
        super(PayaraMicro.seven(Path.of(System.getenv("JDK21_HOME"))));
    }

    /** Now and then one of three stays, for at least two minutes; by what is not known. */
    @Override
    int classLoadersThatMayStay() {
        return 1;
    }
}

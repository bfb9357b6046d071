package dev.firefly.resilience.tck.cluster;

import dev.firefly.resilience.ResilienceRegistry;
import dev.firefly.resilience.tck.cluster.ClusterNode.Command;
import java.io.PrintStream;
import java.net.URI;
import java.util.Map;

/** {@code load <service> <node> <bound in milliseconds>} and {@code unload}: see {@link ChaosLoad}. */
final class LoadCommands {
    private final ResilienceRegistry registry;
    private final PrintStream out;
    private ChaosLoad load;

    LoadCommands(ResilienceRegistry registry, PrintStream out) {
        this.registry = registry;
        this.out = out;
    }

    void addTo(Map<String, Command> commands) {
        commands.put("load", this::load);
        commands.put("unload", words -> unload());
    }

    private String load(String[] words) {
        load = new ChaosLoad(registry, new Service(URI.create(words[1])), words[2], Long.parseLong(words[3]), out);
        load.start();
        return "LOADED";
    }

    private String unload() throws InterruptedException {
        load.stop();
        return "UNLOADED";
    }
}

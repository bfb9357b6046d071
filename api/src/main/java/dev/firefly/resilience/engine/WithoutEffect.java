package dev.firefly.resilience.engine;

import dev.firefly.resilience.config.Problem;
import dev.firefly.resilience.config.Settings;
import dev.firefly.resilience.core.Pattern;
import dev.firefly.resilience.engine.config.ConfigurationModel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/** Tells of keys that are about others, in a registry whose state stays in memory. */
final class WithoutEffect {
    private static final Logger LOG = System.getLogger("dev.firefly.resilience.config");

    private WithoutEffect() {}

    /** Says so, in one line, if there are any. */
    static void tell(ConfigurationModel model) {
        List<String> keys = new ArrayList<>();
        if (model.globals().clusterEvents()) {
            keys.add(Settings.PREFIX + "events.cluster");
        }
        List<String> quorums = new ArrayList<>();
        model.circuitBreakers().forEach((name, config) -> {
            if (config.quorum() > 1) {
                quorums.add(Settings.PREFIX + Pattern.CIRCUIT_BREAKER.key() + '.' + name + ".quorum");
            }
        });
        if (!quorums.isEmpty()) {
            keys.add(Problem.listed(quorums));
        }
        if (!keys.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "The registry keeps the state of its instances in memory, where these keys do nothing for them: "
                            + String.join(", ", keys)
                            + ". They need a store that others share: add firefly-resilience-hazelcast, and see that "
                            + Settings.PREFIX + "store.type is not memory");
        }
    }
}

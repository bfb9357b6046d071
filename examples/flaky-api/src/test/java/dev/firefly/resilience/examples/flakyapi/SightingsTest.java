package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.Sightings.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

class SightingsTest {
    private final Sightings sightings = new Sightings(List.of("node-1", "node-2"));

    @Test
    void tellsOnceThatAllNodesHaveSeenIt() {
        sightings.add("node-2", Story.at(1_000), Story.at(1_003));

        assertThat(sightings.take()).isEmpty();

        sightings.add("node-1", Story.at(1_000), Story.at(999));

        assertThat(sightings.take())
                .containsExactly(new Sighting(
                        Story.at(1_003), "the circuit is seen open: node-1 after 0.0 ms, node-2 after 3.0 ms"));
        assertThat(sightings.take()).isEmpty();
    }

    @Test
    void doesNotMixOpenings() {
        sightings.add("node-2", Story.at(1_000), Story.at(1_003));
        sightings.add("node-1", Story.at(4_000), Story.at(4_003));

        assertThat(sightings.take()).isEmpty();
    }
}

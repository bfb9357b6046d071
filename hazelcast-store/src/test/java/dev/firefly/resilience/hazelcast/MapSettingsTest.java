package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.NearCacheConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MapSettingsTest {
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void idleTimeIsInWholeSecondsAndNeverTooShort() {
        assertThat(MapSettings.maxIdleSeconds(DAY)).isEqualTo(86_400);
        assertThat(MapSettings.maxIdleSeconds(Duration.ofMillis(1_500))).isEqualTo(2);
        assertThat(MapSettings.maxIdleSeconds(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(MapSettings.maxIdleSeconds(Duration.ZERO)).isZero();
        assertThat(MapSettings.maxIdleSeconds(Duration.ofDays(100_000))).isZero();
    }

    @Test
    void ourOwnSettingsAreSafe() {
        assertThat(MapSettings.check(MapSettings.wanted("m", DAY), "m", DAY).list())
                .isEmpty();
    }

    @Test
    void moreBackupsAndALongerLifeAreTheMembersChoice() {
        MapConfig actual = MapSettings.wanted("m", DAY).setBackupCount(2).setMaxIdleSeconds(90_000);

        assertThat(MapSettings.check(actual, "m", DAY).list()).isEmpty();
        assertThat(MapSettings.check(new MapConfig("m"), "m", DAY).list()).isEmpty();
    }

    @Test
    void everythingThatLosesOrHidesStateIsAProblem() {
        MapConfig actual = new MapConfig("m")
                .setMaxIdleSeconds(60)
                .setTimeToLiveSeconds(60)
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setNearCacheConfig(new NearCacheConfig())
                .setReadBackupData(true);
        actual.getEvictionConfig().setEvictionPolicy(EvictionPolicy.LRU);

        assertThat(MapSettings.check(actual, "m", DAY).list())
                .hasSize(6)
                .allSatisfy(problem -> assertThat(problem.key()).contains("map m"));
    }

    @Test
    void recordsThatAreToStayForeverMustNotBeForgotten() {
        MapConfig actual = new MapConfig("m").setMaxIdleSeconds(60);

        assertThat(MapSettings.check(actual, "m", Duration.ZERO).list()).hasSize(1);
    }
}

package dev.firefly.resilience.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreKeyTest {
    private static final String PREFIX = "firefly:resilience";

    @ParameterizedTest
    @ValueSource(strings = {"orders", "a:b::c", "com.acme.Orders#find(java.lang.String)", "\"quoted\"", "Füße 🔥", ""})
    void aKeyIsTakenApartAndPutTogetherAgain(String name) {
        String key = PREFIX + ":bulkhead:" + name;

        StoreKey parsed = StoreKey.parse(PREFIX, key);

        assertThat(parsed).isEqualTo(new StoreKey("bulkhead", name));
        assertThat(StoreKey.of(StoreKey.mapName(PREFIX, parsed.pattern()), parsed.name()))
                .isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "firefly",
                PREFIX,
                PREFIX + ":",
                PREFIX + ":bulkhead",
                "other:x:bulkhead:a",
                "firefly:resilience2:a:b"
            })
    void anythingElseIsRefused(String key) {
        assertThatIllegalArgumentException().isThrownBy(() -> StoreKey.parse(PREFIX, key));
    }

    @Test
    void aPrefixNeedNotHoldAColon() {
        assertThat(StoreKey.parse("p", "p:rate-limiter:x")).isEqualTo(new StoreKey("rate-limiter", "x"));
    }
}

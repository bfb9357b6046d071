package dev.firefly.resilience.examples.flakyapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlakyApiTest {
    private static final Duration PERIOD = Duration.ofHours(1);

    private FlakyApi api;

    @BeforeEach
    void start() throws IOException {
        api = FlakyApi.start(0, PERIOD);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void isWellAndFailingInTurn() {
        Instant begin = Instant.now();
        assertThat(api.isWell(begin)).isTrue();

        api.begin(begin, PERIOD.multipliedBy(3));

        assertThat(api.isWell(begin)).isTrue();
        assertThat(api.isWell(begin.plus(PERIOD).minusNanos(1))).isTrue();
        assertThat(api.isWell(begin.plus(PERIOD))).isFalse();
        assertThat(api.isWell(begin.plus(PERIOD.multipliedBy(2)))).isTrue();
        assertThat(api.turnedAt(begin.plus(PERIOD).plusSeconds(5))).isEqualTo(begin.plus(PERIOD));
    }

    @Test
    void staysAsItIsAtTheEnd() {
        Instant begin = Instant.now();

        api.begin(begin, PERIOD.multipliedBy(3));

        assertThat(api.isWell(begin.plus(PERIOD.multipliedBy(3)))).isTrue();
        assertThat(api.turnedAt(begin.plus(PERIOD.multipliedBy(4)))).isEqualTo(begin.plus(PERIOD.multipliedBy(2)));
    }

    @Test
    void answersOnTheLoopbackInterface() throws Exception {
        assertThat(api.uri().toString()).startsWith("http://127.0.0.1:");
        assertThat(get().statusCode()).isEqualTo(200);

        api.begin(Instant.now().minus(PERIOD), PERIOD.multipliedBy(2));

        assertThat(get().statusCode()).isEqualTo(503);
    }

    @Test
    void remembersWhoCalledAndWhen() throws Exception {
        Instant before = Instant.now();

        get();

        assertThat(api.exchanges()).singleElement().satisfies(exchange -> {
            assertThat(exchange.node()).isEqualTo("node-7");
            assertThat(exchange.failed()).isFalse();
            assertThat(exchange.arrived()).isBetween(before, exchange.left());
            assertThat(exchange.left()).isBefore(Instant.now());
        });
    }

    @Test
    void saysWhenItsPortIsTaken() {
        assertThatThrownBy(() -> FlakyApi.start(api.uri().getPort(), PERIOD)).isInstanceOf(BindException.class);
    }

    private HttpResponse<String> get() throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(api.uri()).header("X-Node", "node-7").build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}

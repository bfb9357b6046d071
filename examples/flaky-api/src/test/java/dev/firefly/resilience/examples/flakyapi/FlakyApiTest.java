package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FlakyApiTest {
    private static final Duration PERIOD = Duration.ofHours(1);

    private FlakyApi api;

    @BeforeEach
    void start() throws IOException {
        api = FlakyApi.start(0);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void answersOnTheLoopbackInterfaceAsItsMoodIs() throws Exception {
        assertThat(api.uri().toString()).startsWith("http://127.0.0.1:");
        assertThat(get().statusCode()).isEqualTo(200);
        assertThat(get().body().strip()).isEqualTo("42.00");

        be(Mood.FAILING);

        assertThat(get().statusCode()).isEqualTo(503);
        assertThat(get().body().strip()).isEqualTo("out of order");
    }

    @Test
    void remembersWhoCalledAndWhen() throws Exception {
        Instant before = Instant.now();

        get();

        assertThat(api.exchanges()).singleElement().satisfies(exchange -> {
            assertThat(exchange.node()).isEqualTo("node-7");
            assertThat(exchange.failed()).isFalse();
            assertThat(exchange.hungUp()).isFalse();
            assertThat(exchange.arrived()).isBetween(before, exchange.left());
            assertThat(Duration.between(exchange.arrived(), exchange.left()))
                    .isGreaterThanOrEqualTo(Mood.WELL.answer(0).work());
            assertThat(exchange.left()).isBefore(Instant.now());
        });
    }

    @Test
    void countsRequestsAnewInEachTurn() throws Exception {
        be(0);
        for (int i = 0; i < 19; i++) {
            assertThat(get().statusCode()).isEqualTo(200);
        }

        be(Mood.values().length);

        assertThat(get().statusCode()).isEqualTo(200);

        be(0);

        assertThat(get().statusCode()).isEqualTo(503);
    }

    @Test
    void noticesThatACallerHangsUp() throws Exception {
        be(Mood.SLOW);
        try (Socket caller =
                new Socket(InetAddress.getLoopbackAddress(), api.uri().getPort())) {
            caller.getOutputStream().write("GET /balance HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            assertThat(caller.getInputStream().read()).isEqualTo('H');
        }
        Instant gone = Instant.now();

        api.close();

        assertThat(api.exchanges()).singleElement().satisfies(exchange -> {
            assertThat(exchange.hungUp()).isTrue();
            assertThat(exchange.left()).isBetween(exchange.arrived(), gone);
        });
    }

    @Test
    void saysWhenItsPortIsTaken() {
        assertThatThrownBy(() -> FlakyApi.start(api.uri().getPort())).isInstanceOf(BindException.class);
    }

    private void be(Mood mood) {
        be(List.of(Mood.values()).indexOf(mood));
    }

    private void be(int turn) {
        Instant begin = Instant.now().minus(PERIOD.multipliedBy(turn));
        api.follow(new Schedule(begin, PERIOD.multipliedBy(turn + 1L), PERIOD));
    }

    private HttpResponse<String> get() throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(api.uri()).header("X-Node", "node-7").build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}

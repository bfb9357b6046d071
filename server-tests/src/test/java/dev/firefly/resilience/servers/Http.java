package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests to a server, with the name and password of {@link Server#USER}. */
final class Http {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final int REDIRECTION = 300;

    private Http() {}

    /** The answer to a request. */
    record Answer(int status, String body) {}

    /** The body of an answer that is no error. */
    static String get(URI uri) throws IOException, InterruptedException {
        return good(uri, send("GET", uri, ""));
    }

    /** The same for another method. */
    static String sent(String method, URI uri, String body) throws IOException, InterruptedException {
        return good(uri, send(method, uri, body));
    }

    private static String good(URI uri, Answer answer) {
        if (answer.status < OK || answer.status >= REDIRECTION) {
            throw new AssertionError(uri + " should have answered, but " + answer);
        }
        return answer.body;
    }

    /** Any number of requests at once. */
    static List<String> getAll(List<URI> uris) {
        HttpClient client = client();
        List<CompletableFuture<HttpResponse<String>>> responses = uris.stream()
                .map(uri -> client.sendAsync(request("GET", uri, ""), BodyHandlers.ofString()))
                .toList();
        return responses.stream()
                .map(response -> answer(response.join()))
                .map(answer -> good(uris.get(0), answer))
                .toList();
    }

    /** Any answer. */
    static Answer send(String method, URI uri, String body) throws IOException, InterruptedException {
        return answer(client().send(request(method, uri, body), BodyHandlers.ofString()));
    }

    /** A new one, whose connections are new: a server may close one that it has kept just when it is used again. */
    static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static Answer answer(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.body());
    }

    private static HttpRequest request(String method, URI uri, String body) {
        String credentials = Server.USER + ':' + Server.PASSWORD;
        return HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "text/plain")
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
                .method(method, BodyPublishers.ofString(body))
                .build();
    }
}

package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Payara Server with a domain of its own, as it comes but for its ports; archives go through its management interface. Its
 * Data Grid runs, which is so by default, so that each application sees two Hazelcasts.
 */
final class PayaraServer extends Server {
    /** Of an EAR, the answer says that all is well. */
    private static final Pattern NOT_LOADED = Pattern.compile("Exception while loading the app");

    private static final Pattern STARTED = Pattern.compile("Payara Server .*startup time");
    private static final String DOMAIN = "domain1";
    private static final int NOT_FOUND = 404;

    private final int adminPort = Ports.free();

    PayaraServer() throws IOException {
        super("payara");
    }

    @Override
    protected void configure(Map<String, String> settings) throws IOException {
        Path domain = domains().resolve(DOMAIN);
        Trees.copy(home.resolve("glassfish/domains").resolve(DOMAIN), domain);
        Files.createDirectories(domain.resolve("autodeploy"));
        Path config = domain.resolve("config");
        Path file = config.resolve("domain.xml");
        Files.writeString(file, onOwnPorts(with(settings, Files.readString(file))));
        Files.writeString(config.resolve("keyfile"), PayaraUsers.line(USER, PASSWORD));
    }

    private static String with(Map<String, String> settings, String xml) {
        String last = "<property name=\"administrative.domain.name\"";
        String properties = settings.entrySet().stream()
                .map(each -> "<property name=\"payara.microprofile." + each.getKey() + "\" value=\"" + each.getValue()
                        + "\"/>\n")
                .collect(joining());
        return Texts.replace(xml, last, properties + last);
    }

    private String onOwnPorts(String xml) throws IOException {
        String changed = Texts.replace(xml, "port=\"8080\"", "address=\"127.0.0.1\" port=\"" + port + '"');
        changed = Texts.replace(changed, "port=\"8181\"", "enabled=\"false\" port=\"8181\"");
        changed = Texts.replace(changed, "port=\"4848\"", "address=\"127.0.0.1\" port=\"" + adminPort + '"');
        for (String internal : List.of("3700", "3820", "3920", "8686")) {
            changed = Texts.replace(
                    changed, "address=\"0.0.0.0\" port=\"" + internal, "address=\"127.0.0.1\" port=\"" + Ports.free());
        }
        // Its broker would listen on all interfaces.
        String das = "<admin-service auth-realm-name=\"admin-realm\" type=\"das-and-server\"";
        changed = Texts.replace(changed, das, "<jms-service type=\"DISABLED\"/>" + das);
        changed = Texts.replace(changed, "telnet.port=6666", "telnet.port=" + Ports.free());
        return Texts.replace(
                changed,
                "start-port=\"5900\" das-port=\"4900\"",
                "interface=\"127.0.0.1\" start-port=\"" + Ports.free() + "\" das-port=\"" + Ports.free() + '"');
    }

    private Path domains() {
        return directory.resolve("domains");
    }

    @Override
    protected List<String> command(Map<String, String> environment) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-jar",
                home.resolve("glassfish/lib/client/appserver-cli.jar").toString(),
                "start-domain",
                "--verbose",
                "--domaindir",
                domains().toString(),
                DOMAIN);
    }

    @Override
    protected Pattern started() {
        return STARTED;
    }

    @Override
    boolean isManaged(String thread) {
        return thread.startsWith("concurrent/__defaultManagedExecutorService-");
    }

    @Override
    void deploy(Path archive) throws DeploymentFailed, IOException {
        try {
            deployOnce(archive);
        } catch (DeploymentFailed e) {
            // Seen once, on a busy machine, of an archive with an EJB that came right after one which did not start.
            // This
            // is what Payara says of an archive before it looks at anything of ours.
            if (!e.getMessage().contains("it contains zero ejb")) {
                throw e;
            }
            System.out.println("Payara found no EJB in " + archive + "; once more");
            deployOnce(archive);
        }
    }

    private void deployOnce(Path archive) throws DeploymentFailed, IOException {
        int mark = log().mark();
        String form = Map.of(
                        "id", archive.toString(), "name", Archives.name(archive), "contextroot", Archives.name(archive))
                .entrySet()
                .stream()
                .map(each -> each.getKey() + '=' + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(joining("&"));
        HttpResponse<String> answer = manage("POST", "application", form);
        boolean loaded = !NOT_LOADED.matcher(log().since(mark)).find();
        if (hasDone(answer) && !loaded) {
            undeploy(archive);
        }
        if (!hasDone(answer) || !loaded) {
            throw new DeploymentFailed(answer.body() + log().since(mark));
        }
    }

    @Override
    void undeploy(Path archive) throws IOException {
        HttpResponse<String> answer = manage("DELETE", "application/" + Archives.name(archive), "");
        if (!hasDone(answer) && answer.statusCode() != NOT_FOUND) {
            throw new IllegalStateException(answer.body());
        }
    }

    private static boolean hasDone(HttpResponse<String> answer) {
        return answer.body().contains("\"exit_code\":\"SUCCESS\"");
    }

    private HttpResponse<String> manage(String method, String path, String form) throws IOException {
        HttpClient client = Http.client();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + adminPort + "/management/domain/applications/" + path))
                .timeout(PATIENCE)
                .header("X-Requested-By", "tests")
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, BodyPublishers.ofString(form))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}

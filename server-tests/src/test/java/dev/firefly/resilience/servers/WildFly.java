package dev.firefly.resilience.servers;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** WildFly with its standalone.xml; archives go through the scanned directory. */
final class WildFly extends Server {
    private static final Pattern STARTED = Pattern.compile("WFLYSRV0025|WFLYSRV0026");
    private static final String NO_SETTINGS = "<subsystem xmlns=\"urn:wildfly:microprofile-config-smallrye:2.0\"/>";

    private final int httpsPort = Ports.free();
    private final int managementPort = Ports.free();

    WildFly() throws IOException {
        super("wildfly");
    }

    @Override
    protected void configure(Map<String, String> settings) throws IOException {
        Trees.copy(home.resolve("standalone"), base());
        Path configuration = base().resolve("configuration");
        Path file = configuration.resolve("standalone.xml");
        String source = settings.entrySet().stream()
                .map(each -> "<property name=\"" + each.getKey() + "\" value=\"" + each.getValue() + "\"/>")
                .collect(joining("\n", "<config-source name=\"of-the-server\">", "</config-source>"));
        Files.writeString(
                file,
                Texts.replace(
                        Texts.replace(Files.readString(file), "scan-interval=\"5000\"", "scan-interval=\"200\""),
                        NO_SETTINGS,
                        NO_SETTINGS.replace("/>", ">") + source + "</subsystem>"));
        Files.writeString(
                configuration.resolve("application-users.properties"),
                USER + '=' + Texts.md5(USER + ":ApplicationRealm:" + PASSWORD));
    }

    private Path base() {
        return directory.resolve("standalone");
    }

    @Override
    protected List<String> command(Map<String, String> environment) {
        environment.put("LAUNCH_JBOSS_IN_BACKGROUND", "1");
        return List.of(
                home.resolve("bin/standalone.sh").toString(),
                "-Djboss.server.base.dir=" + base(),
                "-Djboss.http.port=" + port,
                "-Djboss.https.port=" + httpsPort,
                "-Djboss.management.http.port=" + managementPort,
                "-Djboss.deployment.scanner.rollback.on.failure=true",
                "-b",
                "127.0.0.1",
                "-bmanagement",
                "127.0.0.1");
    }

    @Override
    protected Pattern started() {
        return STARTED;
    }

    @Override
    boolean isManaged(String thread) {
        return thread.startsWith("EE-ManagedExecutorService-default-");
    }

    @Override
    void deploy(Path archive) throws DeploymentFailed, IOException {
        int mark = log().mark();
        // The scanner must not see half of it.
        Path copy = directory.resolve(archive.getFileName());
        Files.copy(archive, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, deployed(archive, ""));
        try {
            awaitLog(mark, line("WFLYSRV0010", archive), line("WFLYSRV0021", archive));
        } catch (DeploymentFailed e) {
            Files.delete(deployed(archive, ""));
            throw e;
        }
    }

    @Override
    void undeploy(Path archive) throws IOException {
        int mark = log().mark();
        Files.delete(deployed(archive, ".deployed"));
        awaitLog(mark, line("WFLYSRV0009", archive));
        Files.delete(deployed(archive, ""));
    }

    private Path deployed(Path archive, String marker) {
        return base().resolve("deployments").resolve(archive.getFileName() + marker);
    }

    private static Pattern line(String id, Path archive) {
        return Pattern.compile(
                "(" + id + "):.*" + Pattern.quote(archive.getFileName().toString()));
    }
}

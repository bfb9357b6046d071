package dev.firefly.resilience.servers;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Open Liberty with the features that the shop needs; archives go through the directory dropins. */
final class OpenLiberty extends Server {
    private static final String NAME = "shop-server";
    private static final Pattern STARTED = Pattern.compile("CWWKF0011I");
    /** What docs/servers.md tells users to have. */
    private static final List<String> FEATURES = List.of(
            "restfulWS-3.1", "cdi-4.0", "mpConfig-3.1", "enterpriseBeansLite-4.0", "concurrent-3.0", "appSecurity-5.0");

    private final String executor;

    OpenLiberty() throws IOException {
        this("");
    }

    private OpenLiberty(String executor) throws IOException {
        super("openliberty");
        this.executor = executor;
    }

    /**
     * One that has so many threads from the start. By itself it adds one when it finds that those it has hang, and that only
     * while the processors are not busy.
     */
    static OpenLiberty withThreads(int count) throws IOException {
        return new OpenLiberty("<executor coreThreads=\"" + count + "\"/>");
    }

    @Override
    protected void configure(Map<String, String> settings) throws IOException {
        Files.createDirectories(dropins());
        // Its caches are soft references: as if memory were always scarce, so that what can be collected is.
        Files.writeString(own().resolve("jvm.options"), "-Xmx512m\n-XX:SoftRefLRUPolicyMSPerMB=0\n");
        Stream<String> features = FEATURES.stream().map(feature -> "<feature>" + feature + "</feature>");
        Stream<String> variables = settings.entrySet().stream()
                .map(each -> "<variable name=\"" + each.getKey() + "\" value=\"" + each.getValue() + "\"/>");
        Files.writeString(own().resolve("server.xml"), """
                <server>
                  <featureManager>%s</featureManager>
                  <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1"/>
                  <applicationMonitor pollingRate="200ms"/>
                  %s
                  <basicRegistry><user name="%s" password="%s"/></basicRegistry>
                  %s
                </server>
                """.formatted(
                features.collect(joining()), port, executor, USER, PASSWORD, variables.collect(joining("\n  "))));
    }

    private Path own() {
        return directory.resolve("servers").resolve(NAME);
    }

    private Path dropins() {
        return own().resolve("dropins");
    }

    @Override
    protected List<String> command(Map<String, String> environment) {
        environment.put("WLP_USER_DIR", directory.toString());
        return List.of(home.resolve("bin/server").toString(), "run", NAME);
    }

    @Override
    protected Pattern started() {
        return STARTED;
    }

    /** All work of the server has one pool; requests too. */
    @Override
    boolean isManaged(String thread) {
        return thread.startsWith("Default Executor-thread-");
    }

    @Override
    void deploy(Path archive) throws DeploymentFailed, IOException {
        int mark = log().mark();
        // It must not see half of it.
        Path copy = directory.resolve(archive.getFileName());
        Files.copy(archive, copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, dropins().resolve(archive.getFileName()));
        try {
            awaitLog(mark, line("CWWKZ0001I|CWWKZ0003I", archive), line("CWWKZ000[24]E", archive));
        } catch (DeploymentFailed e) {
            Files.delete(dropins().resolve(archive.getFileName()));
            throw e;
        }
    }

    @Override
    void undeploy(Path archive) throws IOException {
        int mark = log().mark();
        Files.delete(dropins().resolve(archive.getFileName()));
        awaitLog(mark, line("CWWKZ0009I", archive));
    }

    private static Pattern line(String id, Path archive) {
        String file = archive.getFileName().toString();
        String name = file.substring(0, file.lastIndexOf('.'));
        return Pattern.compile("(" + id + "):.*\\b" + Pattern.quote(name) + "\\b");
    }
}

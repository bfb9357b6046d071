package dev.firefly.resilience.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Payara Micro, whose home is its one jar; told what to deploy through {@link MicroMain}. */
final class PayaraMicro extends Server {
    private static final Pattern STARTED = Pattern.compile("Payara Micro .*ready in");
    private static final String LISTENER = "configs.config.server-config.network-config.network-listeners"
            + ".network-listener.http-listener.address=127.0.0.1";

    private final Path java;

    private PayaraMicro(String kind, Path javaHome) throws IOException {
        super(kind);
        java = javaHome.resolve("bin/java");
    }

    /** The one for Jakarta EE 10, on the Java of the tests. */
    static PayaraMicro six() throws IOException {
        return new PayaraMicro("payara-micro", Path.of(System.getProperty("java.home")));
    }

    /** The one for Jakarta EE 11, which needs Java 21 or later. */
    static PayaraMicro seven(Path javaHome) throws IOException {
        return new PayaraMicro("payara-micro-7", javaHome);
    }

    @Override
    protected void configure(Map<String, String> settings) throws IOException {
        Path main = launcher().resolve(MicroMain.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(main.getParent());
        try (InputStream compiled = MicroMain.class.getResourceAsStream("MicroMain.class")) {
            Files.copy(Objects.requireNonNull(compiled), main);
        }
        Files.writeString(passwords(), "AS_ADMIN_USERPASSWORD=" + PASSWORD);
        Files.writeString(before(), "set " + LISTENER + '\n');
        List<String> commands = new ArrayList<>();
        settings.forEach((key, value) -> commands.add(
                "set-config-property --source=domain --propertyName=" + key + " --propertyValue=" + value));
        commands.add("create-file-user --passwordfile " + passwords() + " --groups users " + USER);
        Files.write(after(), commands);
    }

    private Path launcher() {
        return directory.resolve("launcher");
    }

    private Path passwords() {
        return directory.resolve("passwords");
    }

    private Path before() {
        return directory.resolve("before-boot");
    }

    private Path after() {
        return directory.resolve("after-boot");
    }

    @Override
    protected List<String> command(Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
        opened().forEach(command::add);
        command.addAll(List.of("-cp", home + ":" + launcher(), MicroMain.class.getName()));
        command.addAll(List.of("--nohazelcast", "--disablephonehome", "--port", String.valueOf(port)));
        command.addAll(List.of("--prebootcommandfile", before().toString()));
        command.addAll(List.of("--postbootcommandfile", after().toString()));
        return command;
    }

    /** What its manifest opens where it is started by {@code java -jar}. */
    private Stream<String> opened() throws IOException {
        try (JarFile jar = new JarFile(home.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            return Stream.concat(
                    options("--add-exports=", manifest.getValue("Add-Exports")),
                    options("--add-opens=", manifest.getValue("Add-Opens")));
        }
    }

    private static Stream<String> options(String option, String packages) {
        return Stream.of(packages.split(" ")).map(each -> option + each + "=ALL-UNNAMED");
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
        String command = "deploy " + archive + ' ' + Archives.name(archive);
        int mark = log().mark();
        process().tell(command);
        awaitLog(mark, done(command, true), done(command, false));
    }

    @Override
    void undeploy(Path archive) throws IOException {
        String command = "undeploy " + Archives.name(archive);
        int mark = log().mark();
        process().tell(command);
        awaitLog(mark, done(command, true));
    }

    private static Pattern done(String command, boolean well) {
        return Pattern.compile(Pattern.quote("MicroMain " + command + ": " + well));
    }
}

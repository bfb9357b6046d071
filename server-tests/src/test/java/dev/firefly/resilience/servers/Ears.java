package dev.firefly.resilience.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Enterprise archives with one web application, whose libraries and configuration lie in the lib of the whole. */
final class Ears {
    private static final String DESCRIPTOR = """
            <?xml version="1.0" encoding="UTF-8"?>
            <application xmlns="https://jakarta.ee/xml/ns/jakartaee" version="10">
              <application-name>%1$s</application-name>
              <module><web><web-uri>web.war</web-uri><context-root>/%1$s</context-root></web></module>
              <library-directory>lib</library-directory>
            </application>
            """;

    /** For Payara: the Hazelcast in the lib goes before the server's own. */
    private static final String FOR_PAYARA = """
            <glassfish-application>
              <classloading-delegate>false</classloading-delegate>
            </glassfish-application>
            """;

    private Ears() {}

    /** That WAR in an EAR of that name, which is its context too. The WAR is changed. */
    static Path of(String name, Path war) throws IOException {
        Path ear = war.resolveSibling(name + ".ear");
        Files.deleteIfExists(ear);
        try (FileSystem target = FileSystems.newFileSystem(ear, Map.of("create", "true"))) {
            Files.createDirectories(target.getPath("META-INF"));
            Files.writeString(target.getPath("META-INF/application.xml"), DESCRIPTOR.formatted(name));
            Files.writeString(target.getPath("META-INF/glassfish-application.xml"), FOR_PAYARA);
            try (FileSystem source = FileSystems.newFileSystem(war)) {
                Path lib = Files.createDirectories(target.getPath("lib"));
                moveLibraries(source.getPath("WEB-INF/lib"), lib);
                moveConfiguration(source.getPath(Archives.CONFIGURATION), lib.resolve("configuration.jar"));
            }
            Files.copy(war, target.getPath("web.war"));
        }
        return ear;
    }

    private static void moveLibraries(Path from, Path to) throws IOException {
        for (Path library : files(from)) {
            Files.copy(library, to.resolve(library.getFileName().toString()));
            Files.delete(library);
        }
    }

    /** Where an EAR is one container, that of a WAR is not seen when the guards start: it has to be a library too. */
    private static void moveConfiguration(Path from, Path library) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            jar.putNextEntry(new JarEntry("META-INF/microprofile-config.properties"));
            jar.write(Files.readAllBytes(from));
        }
        Files.write(library, bytes.toByteArray());
        Files.delete(from);
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}

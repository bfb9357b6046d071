package dev.firefly.resilience.servers;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** The shop, and copies of it to which something was added. */
final class Archives {
    /** Where a WAR has its values. */
    static final String CONFIGURATION = "WEB-INF/classes/META-INF/microprofile-config.properties";

    private final Path archive;

    private Archives(Path archive) {
        this.archive = archive;
    }

    /** The shop as it is built. */
    static Path shop() {
        return Path.of(System.getProperty("archives.shop"));
    }

    /** What an archive is called once it is deployed. */
    static String name(Path archive) {
        String file = archive.getFileName().toString();
        return file.substring(0, file.lastIndexOf('.'));
    }

    /** A copy of the shop with another name, and so with another context. */
    static Archives copy(String name) throws IOException {
        Path copy = directory().resolve(name + ".war");
        Files.copy(shop(), copy, StandardCopyOption.REPLACE_EXISTING);
        return new Archives(copy);
    }

    /** Nothing so far. */
    static Archives empty(String name) throws IOException {
        Path archive = directory().resolve(name + ".war");
        Files.deleteIfExists(archive);
        FileSystems.newFileSystem(archive, Map.of("create", "true")).close();
        return new Archives(archive);
    }

    private static Path directory() throws IOException {
        return Files.createDirectories(Path.of(System.getProperty("servers.work"), "archives"));
    }

    /** Sets a value; all of the file then counts for more than what the environment and the server say. */
    Archives with(String key, String value) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(archive)) {
            Path file = content.getPath(CONFIGURATION);
            Properties properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            properties.setProperty("config_ordinal", "1000");
            properties.setProperty(key, value);
            try (Writer writer = Files.newBufferedWriter(file)) {
                properties.store(writer, null);
            }
        }
        return this;
    }

    /** Puts these classes of the tests beside those of the shop. */
    Archives with(Class<?>... probes) throws IOException {
        for (Class<?> probe : probes) {
            String name = probe.getName().replace('.', '/') + ".class";
            try (InputStream bytes =
                    Objects.requireNonNull(probe.getClassLoader()).getResourceAsStream(name)) {
                with("WEB-INF/classes/" + name, Objects.requireNonNull(bytes).readAllBytes());
            }
        }
        return this;
    }

    /** Adds a file. */
    Archives with(String file, byte[] bytes) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(archive)) {
            Path path = content.getPath(file);
            Files.createDirectories(path.getParent());
            Files.write(path, bytes);
        }
        return this;
    }

    /** Leaves a library out. */
    Archives withoutLibrary(String name) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(archive);
                DirectoryStream<Path> found =
                        Files.newDirectoryStream(content.getPath("WEB-INF/lib"), name + "-[0-9]*.jar")) {
            for (Path library : found) {
                Files.delete(library);
            }
        }
        return this;
    }

    /** Leaves out a file that is there. */
    Archives without(String file) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(archive)) {
            Files.delete(content.getPath(file));
        }
        return this;
    }

    Path path() {
        return archive;
    }
}

package dev.firefly.resilience.hazelcast;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.XmlClientConfigBuilder;
import com.hazelcast.client.config.YamlClientConfigBuilder;
import com.hazelcast.config.Config;
import com.hazelcast.config.XmlConfigBuilder;
import com.hazelcast.config.YamlConfigBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A Hazelcast configuration in XML or YAML, for a member or for a client. Which of these it is shows in what it holds, so
 * that its name does not matter. Immutable.
 */
final class ConfigFile {
    private static final String MEMBER = "hazelcast";
    private static final String CLIENT = "hazelcast-client";
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final Pattern SCHEME = Pattern.compile("(?s)([a-zA-Z][a-zA-Z0-9+.-]+):.*");
    private static final String CLASS_PATH = "classpath:";
    private static final Pattern YAML_ROOT = Pattern.compile("(?m)^[\"']?(hazelcast[a-z-]*)[\"']?[ \t]*:(?:\\s|$)");

    /** As it was read: an XML file says itself how it is encoded. */
    private final byte[] content;

    private final boolean isXml;
    private final boolean isForClient;

    private ConfigFile(byte[] content, boolean isXml, boolean isForClient) {
        this.content = content;
        this.isXml = isXml;
        this.isForClient = isForClient;
    }

    /**
     * Reads what a location leads to: a URL, {@code classpath:} included; or else a file, or else a class path resource.
     *
     * @throws IOException when there is none, it cannot be read, or it is no configuration of a member or client
     */
    static ConfigFile read(String location, ClassLoader loader) throws IOException {
        byte[] content = content(location, loader);
        boolean xml = startsLikeXml(content);
        @Nullable String root = xml ? xmlRoot(content) : yamlRoot(content);
        if (!MEMBER.equals(root) && !CLIENT.equals(root)) {
            throw new IOException("its outermost element must be " + MEMBER + ", for a member, or " + CLIENT
                    + ", for a client, in XML or YAML; there is " + (root == null ? "neither" : root));
        }
        return new ConfigFile(content, xml, CLIENT.equals(root));
    }

    /** Whether it is for a client, and not for a member. */
    boolean isForClient() {
        return isForClient;
    }

    /** @throws RuntimeException when Hazelcast finds something wrong with it */
    Config member() {
        InputStream in = new ByteArrayInputStream(content);
        return isXml ? new XmlConfigBuilder(in).build() : new YamlConfigBuilder(in).build();
    }

    /** @throws RuntimeException when Hazelcast finds something wrong with it */
    ClientConfig client() {
        InputStream in = new ByteArrayInputStream(content);
        return isXml ? new XmlClientConfigBuilder(in).build() : new YamlClientConfigBuilder(in).build();
    }

    private static byte[] content(String location, ClassLoader loader) throws IOException {
        if (location.startsWith(CLASS_PATH)) {
            return resource(location.substring(CLASS_PATH.length()), loader);
        }
        if (SCHEME.matcher(location).matches()) {
            return read(new URL(location));
        }
        Path file = file(location);
        return file != null ? Files.readAllBytes(file) : resource(location, loader);
    }

    private static @Nullable Path file(String location) {
        try {
            Path file = Path.of(location);
            return Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static byte[] resource(String location, ClassLoader loader) throws IOException {
        String name = location.startsWith("/") ? location.substring(1) : location;
        URL resource = loader.getResource(name);
        URL found =
                resource != null ? resource : ConfigFile.class.getClassLoader().getResource(name);
        if (found == null) {
            throw new IOException("there is no such file (in " + Path.of("").toAbsolutePath()
                    + ", if it is relative) and no such resource on the class path of the application");
        }
        return read(found);
    }

    private static byte[] read(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        // A jar that is kept open could not be replaced when the application is deployed again.
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private static boolean startsLikeXml(byte[] content) {
        String start = new String(content, 0, Math.min(content.length, 1_000), StandardCharsets.UTF_8);
        return start.replace("\uFEFF", "").stripLeading().startsWith("<");
    }

    private static String xmlRoot(byte[] content) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                while (!reader.isStartElement()) {
                    reader.next();
                }
                return reader.getLocalName();
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new IOException("it begins like XML but is none: " + e.getMessage(), e);
        }
    }

    private static @Nullable String yamlRoot(byte[] content) {
        Matcher matcher = YAML_ROOT.matcher(new String(content, StandardCharsets.UTF_8));
        return matcher.find() ? matcher.group(1) : null;
    }
}

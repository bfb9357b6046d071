package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/** For configuration files. */
final class Texts {
    private Texts() {}

    /** Replaces what must be there. */
    static String replace(String text, String old, String replacement) {
        if (!text.contains(old)) {
            throw new IllegalStateException("The server's configuration does not contain " + old);
        }
        return text.replace(old, replacement);
    }

    /** A file of the tests. */
    static byte[] resource(String name) throws IOException {
        try (InputStream bytes = Texts.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(bytes, name).readAllBytes();
        }
    }

    /** What servers keep in place of passwords. */
    static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}

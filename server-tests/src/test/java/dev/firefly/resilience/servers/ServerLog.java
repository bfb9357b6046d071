package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a server has written so far.
 *
 * @param file may not be there yet
 */
record ServerLog(Path file) {
    private static final int TAIL = 120;

    /** All of it. */
    String text() {
        try {
            return Files.exists(file) ? new String(Files.readAllBytes(file), UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How much there is now; see {@link #since}. */
    int mark() {
        return text().length();
    }

    /** What has been added since. */
    String since(int mark) {
        return text().substring(mark);
    }

    /** The last lines. */
    String tail() {
        List<String> lines = text().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    }
}

package dev.firefly.resilience.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories with all that is in them. */
final class Trees {
    private Trees() {}

    /** Copies to where nothing is yet. */
    static void copy(Path from, Path to) throws IOException {
        for (Path source : all(from)) {
            Path target = to.resolve(from.relativize(source).toString());
            if (Files.isDirectory(source)) {
                Files.createDirectories(target);
            } else {
                Files.copy(source, target);
            }
        }
    }

    /** Deletes it, if it is there. */
    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            all(directory).stream().sorted(Comparator.reverseOrder()).forEach(Trees::deleteOne);
        }
    }

    private static List<Path> all(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList();
        }
    }

    private static void deleteOne(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

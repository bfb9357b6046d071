package dev.firefly.resilience.tck.arch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.core.ErrorCode;
import dev.firefly.resilience.engine.config.Keys;
import dev.firefly.resilience.event.ResilienceEvent;
import dev.firefly.resilience.store.ResilienceStoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference and the code know the same things. */
class ReferenceTest {
    private static final Path REFERENCE = Path.of("..", "docs", "reference.md");
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| (`[^|]+`) \\|");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** What stands in the first column of the tables below a heading. */
    private static Set<String> firstColumn(String heading) throws IOException {
        String text = Files.readString(REFERENCE);
        int from = text.indexOf("\n## " + heading + "\n");
        int to = text.indexOf("\n## ", from + 1);
        String section = text.substring(from, to < 0 ? text.length() : to);
        return FIRST_CELL
                .matcher(section)
                .results()
                .flatMap(row -> QUOTED.matcher(row.group(1)).results())
                .map(cell -> cell.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyKeyThatIsReadIsDocumentedAndNoOther() throws IOException {
        Set<String> known = new TreeSet<>(Keys.all());
        for (ResilienceStoreProvider provider : ServiceLoader.load(ResilienceStoreProvider.class)) {
            known.addAll(provider.keys());
        }

        assertThat(firstColumn("Configuration keys")).isEqualTo(known);
    }

    @Test
    void everyErrorCodeIsDocumentedAndNoOther() throws IOException {
        Set<String> known = Arrays.stream(ErrorCode.values()).map(Enum::name).collect(Collectors.toSet());

        assertThat(firstColumn("Errors")).isEqualTo(known);
    }

    @Test
    void everyEventIsDocumentedAndNoOther() throws IOException {
        Set<String> known =
                events(ResilienceEvent.class).map(Class::getSimpleName).collect(Collectors.toSet());

        assertThat(firstColumn("Events")).isEqualTo(known);
    }

    private static Stream<Class<?>> events(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ReferenceTest::events)
                : Stream.of(type);
    }
}

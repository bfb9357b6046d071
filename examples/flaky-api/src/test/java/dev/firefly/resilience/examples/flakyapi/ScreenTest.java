package dev.firefly.resilience.examples.flakyapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firefly.resilience.examples.flakyapi.Screen.Style;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void isPlainTextWhereNobodyWatches() {
        Screen screen = screen(false, false);

        screen.progress("half done");
        screen.line(Story.BEGIN, "node-1", "CircuitOpened", Style.BAD);
        screen.progress("");

        assertThat(printed().lines())
                .containsExactly("-- half done", Screen.time(Story.BEGIN) + "  node-1  CircuitOpened");
    }

    @Test
    void writesTheProgressAnewBelowEachLineOfATerminal() {
        Screen screen = screen(true, false);

        screen.progress("half done");
        screen.print("something happened");

        assertThat(printed())
                .isEqualTo("\r\u001b[Khalf done\r\u001b[Ksomething happened" + System.lineSeparator() + "half done");
    }

    @Test
    void usesColoursOnlyWhereTheyAreWanted() {
        assertThat(screen(true, true).styled("open", Style.BAD)).isEqualTo("\u001b[31mopen\u001b[0m");
        assertThat(screen(true, false).styled("open", Style.BAD)).isEqualTo("open");
        assertThat(screen(true, true).styled("open", Style.PLAIN)).isEqualTo("open");
    }

    private Screen screen(boolean live, boolean colours) {
        return new Screen(new PrintStream(bytes, true, UTF_8), live, colours);
    }

    private String printed() {
        return bytes.toString(UTF_8);
    }
}

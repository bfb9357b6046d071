package dev.firefly.resilience.examples.flakyapi;

import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Where all is told: lines, and on a terminal a last line that shows how far things are. Thread-safe. */
final class Screen {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    private static final String ESCAPE = "\u001b[";
    private static final String CLEAR_LINE = "\r" + ESCAPE + "K";

    /** How a line looks, where colours are wanted. */
    enum Style {
        PLAIN("0"),
        DIM("2"),
        BOLD("1"),
        GOOD("32"),
        WAITING("33"),
        BAD("31");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private final PrintStream out;
    private final boolean live;
    private final boolean colours;
    private String progress = "";

    /**
     * @param live whether the last line can be written over
     * @param colours whether to use any
     */
    Screen(PrintStream out, boolean live, boolean colours) {
        this.out = out;
        this.live = live;
        this.colours = colours;
    }

    /** A time of day. */
    static String time(Instant instant) {
        return TIME.format(instant);
    }

    /** Tells what happened, when and to whom. */
    void line(Instant at, String who, String text, Style style) {
        print(styled(time(at), Style.DIM) + "  " + String.format("%-7s", who) + ' ' + styled(text, style));
    }

    /** Tells something else. */
    synchronized void print(String text) {
        if (live) {
            out.print(CLEAR_LINE);
        }
        out.println(text);
        showProgress();
    }

    /** Shows how far things are: in the last line of a terminal, or else as a line. Empty for nothing. */
    synchronized void progress(String text) {
        if (!live) {
            if (!text.isEmpty()) {
                out.println("-- " + text);
            }
            return;
        }
        progress = text;
        out.print(CLEAR_LINE);
        showProgress();
    }

    /** Whether progress is shown in one place, so that it may be told often. */
    boolean isLive() {
        return live;
    }

    String styled(String text, Style style) {
        return colours && style != Style.PLAIN ? ESCAPE + style.code + 'm' + text + ESCAPE + "0m" : text;
    }

    private void showProgress() {
        if (live && !progress.isEmpty()) {
            out.print(styled(progress, Style.BOLD));
        }
        out.flush();
    }
}

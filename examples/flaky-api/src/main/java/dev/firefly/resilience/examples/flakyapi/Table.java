package dev.firefly.resilience.examples.flakyapi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Text in columns; the first one to the left, the others to the right. Not thread-safe. */
final class Table {
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row; all have the same number of cells. */
    Table row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    /** The lines, each indented by two. */
    String render() {
        List<Integer> widths = IntStream.range(0, rows.get(0).size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        return rows.stream().map(row -> render(row, widths)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String render(List<String> row, List<Integer> widths) {
        String line = IntStream.range(0, row.size())
                .mapToObj(column -> {
                    String padding =
                            " ".repeat(widths.get(column) - row.get(column).length());
                    return column == 0 ? row.get(column) + padding : padding + row.get(column);
                })
                .collect(Collectors.joining(GAP));
        return "  " + line.stripTrailing();
    }
}

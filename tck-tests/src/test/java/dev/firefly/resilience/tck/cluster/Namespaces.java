package dev.firefly.resilience.tck.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Places in network namespaces of their own, with a network between them that can be cut in two: nothing arrives from the
 * other side then, and nobody is told. A second network, which stays whole, joins them all with one more place, the
 * outside. All of it is made here, nothing of it is seen from without, and it is gone when it is closed. Needs Linux, its
 * {@code ip} command and the right to make namespaces, which root has.
 */
final class Namespaces implements Places {
    private static final int PORT = 5701;
    private static final String INNER = "10.77.0.";
    private static final String OUTER = "10.78.0.";
    private static final String ONE_SIDE = "one";
    private static final String OTHER_SIDE = "other";
    private static final String WHOLE = "whole";

    private final String prefix = "ff" + ProcessHandle.current().pid() + '-';
    private final String middle = prefix + "net";
    private final int count;
    private final Deque<String> made = new ArrayDeque<>();
    private final Thread ender = new Thread(this::remove);

    Namespaces(int count) throws IOException, InterruptedException {
        this.count = count;
        Runtime.getRuntime().addShutdownHook(ender);
        try {
            make();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Why they cannot be had here; empty when they can. */
    static String whyNot() throws InterruptedException {
        try {
            new Namespaces(1).close();
            return "";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private void make() throws IOException, InterruptedException {
        add(middle);
        for (String bridge : List.of(ONE_SIDE, OTHER_SIDE, WHOLE)) {
            ip(middle, "link add " + bridge + " type bridge");
            ip(middle, "link set " + bridge + " up");
        }
        for (int place = 0; place <= count; place++) {
            add(name(place));
            ip(name(place), "link set lo up");
            connect(place, "whole", OUTER, WHOLE);
            if (place != outside()) {
                connect(place, "cluster", INNER, ONE_SIDE);
            }
        }
    }

    private void add(String namespace) throws IOException, InterruptedException {
        run("ip netns add " + namespace);
        made.push(namespace);
    }

    private void connect(int place, String device, String network, String bridge)
            throws IOException, InterruptedException {
        ip(middle, "link add " + device + place + " type veth peer name " + device + " netns " + name(place));
        ip(middle, "link set " + device + place + " master " + bridge + " up");
        ip(name(place), "addr add " + network + (place + 1) + "/24 dev " + device);
        ip(name(place), "link set " + device + " up");
    }

    private String name(int place) {
        return prefix + place;
    }

    @Override
    public int outside() {
        return count;
    }

    @Override
    public void cut(Set<Integer> side) throws IOException, InterruptedException {
        for (int place : side) {
            ip(middle, "link set cluster" + place + " master " + OTHER_SIDE);
        }
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (int place = 0; place < count; place++) {
            ip(middle, "link set cluster" + place + " master " + ONE_SIDE);
        }
    }

    @Override
    public String host(int place) {
        return (place == outside() ? OUTER : INNER) + (place + 1);
    }

    @Override
    public int port(int place) {
        return PORT;
    }

    @Override
    public List<String> entrance(int place) {
        return List.of("ip", "netns", "exec", name(place));
    }

    private static void ip(String namespace, String command) throws IOException, InterruptedException {
        run("ip -n " + namespace + ' ' + command);
    }

    private static void run(String command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(command + ": " + said);
        }
    }

    private synchronized void remove() {
        while (!made.isEmpty()) {
            try {
                run("ip netns del " + made.pop());
            } catch (IOException e) {
                System.err.println(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(ender);
    }
}

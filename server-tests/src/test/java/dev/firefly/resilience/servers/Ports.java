package dev.firefly.resilience.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. */
final class Ports {
    /** Below those that the system itself hands out: a server may take half a minute before it takes its port. */
    private static final int LOWEST = 20_000;

    private static final int BEYOND = 32_000;

    private Ports() {}

    /** One that nobody uses at the moment, any of many. */
    static int free() {
        return ThreadLocalRandom.current()
                .ints(LOWEST, BEYOND)
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether somebody listens. */
    static boolean isOpen(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

package dev.firefly.resilience.tck.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where the processes of a test live, by number, and what members are bound to there. */
interface Places extends AutoCloseable {
    /** The address that a member at this place is reached by. */
    String host(int place);

    int port(int place);

    /** What a command line has to begin with in order to run at this place. */
    List<String> entrance(int place);

    /** One more place, of what is no part of the cluster; everyone reaches it at all times. */
    int outside();

    /** Cuts the network between these places and all others, until it is {@linkplain #heal healed}. */
    void cut(Set<Integer> side) throws IOException, InterruptedException;

    void heal() throws IOException, InterruptedException;

    @Override
    void close();

    /** So many places on free ports of the loopback interface. */
    static Places onLoopback(int count) throws IOException {
        return new Loopback(freePorts(count));
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            while (sockets.size() < count) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Beside each other on this machine. */
    record Loopback(List<Integer> ports) implements Places {
        @Override
        public String host(int place) {
            return "127.0.0.1";
        }

        @Override
        public int port(int place) {
            return ports.get(place);
        }

        @Override
        public List<String> entrance(int place) {
            return List.of();
        }

        @Override
        public int outside() {
            return ports.size();
        }

        @Override
        public void cut(Set<Integer> side) {
            throw new UnsupportedOperationException("there is no network between places on one address");
        }

        @Override
        public void heal() {
            // there is never anything to heal
        }

        @Override
        public void close() {
            // the ports are free as soon as their processes have ended
        }
    }
}

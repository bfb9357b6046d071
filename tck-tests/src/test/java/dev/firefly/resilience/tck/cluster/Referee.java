package dev.firefly.resilience.tck.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * The guarded service in a process of its own, which knows nothing of the library: {@code leaveOut <node>} before a node is
 * killed, {@code report} for what was counted. It ends when its input does. Its argument is the address it is bound to.
 */
final class Referee {
    private Referee() {}

    public static void main(String[] args) throws IOException {
        try (GuardedService service = new GuardedService(InetAddress.getByName(args[0]))) {
            System.out.println("READY " + service.uri());
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(answer(service, line.split(" ")));
            }
        }
    }

    private static String answer(GuardedService service, String[] words) {
        if (words[0].equals("leaveOut")) {
            service.leaveOut(words[1]);
            return "LEFT OUT";
        }
        return "REPORT " + service.calls() + ' ' + service.mostAtOnce() + ' ' + service.mostProbesAtOnce();
    }
}

package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.Collection;

/**
 * Starts Payara Micro with the arguments it is given, and then does what it reads: "deploy FILE NAME" and "undeploy NAME".
 * Micro itself deploys only while it starts. It has this class alone and its own jar on its class path, and ends with its
 * input: when nobody is there any more who would stop it.
 */
final class MicroMain {
    private MicroMain() {}

    public static void main(String[] arguments) throws Exception {
        Class<?> micro = Class.forName("fish.payara.micro.PayaraMicro");
        micro.getMethod("main", String[].class).invoke(null, (Object) arguments);
        Object instance = micro.getMethod("getInstance").invoke(null);
        Object runtime = micro.getMethod("getRuntime").invoke(instance);
        Class<?> type = Class.forName("fish.payara.micro.PayaraMicroRuntime");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            String name = words[words.length - 1];
            boolean deploy = words[0].equals("deploy");
            if (deploy) {
                type.getMethod("deploy", String.class, String.class, File.class)
                        .invoke(runtime, name, name, new File(words[1]));
            } else {
                type.getMethod("undeploy", String.class).invoke(runtime, name);
            }
            // What deploy returns is true for a failure too.
            Collection<?> there = (Collection<?>)
                    type.getMethod("getDeployedApplicationNames").invoke(runtime);
            System.out.println("MicroMain " + line + ": " + (there.contains(name) == deploy));
        }
        System.exit(0);
    }
}

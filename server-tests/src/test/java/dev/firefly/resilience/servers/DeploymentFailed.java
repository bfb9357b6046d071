package dev.firefly.resilience.servers;

/** A server refused an archive. The message is what it wrote into its log meanwhile. */
final class DeploymentFailed extends Exception {
    DeploymentFailed(String log) {
        super(log);
    }
}

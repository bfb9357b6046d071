package dev.firefly.resilience.tck.cluster;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** The guarded service as a node sees it. */
record Service(URI uri) {
    /** Calls it; whether it answered that all is well. */
    boolean call(String query) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) uri.resolve("/?" + query).toURL().openConnection();
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}

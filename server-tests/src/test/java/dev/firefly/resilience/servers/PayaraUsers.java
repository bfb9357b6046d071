package dev.firefly.resilience.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** The file in which Payara keeps who may log in. */
final class PayaraUsers {
    private static final byte[] SALT = "ABCDEFGH".getBytes(UTF_8);
    private static final int ROUNDS = 100;

    private PayaraUsers() {}

    /** The line for one user, of the group users. */
    static String line(String name, String password) {
        byte[] hash = together(password.getBytes(UTF_8), SALT);
        for (int round = 0; round < ROUNDS; round++) {
            hash = sha256(hash);
        }
        return name + ";{SSHA256}" + Base64.getEncoder().encodeToString(together(hash, SALT)) + ";users\n";
    }

    private static byte[] together(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}

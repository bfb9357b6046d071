package dev.firefly.resilience.examples.flakyapi.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** The way to the process that started this one: standard output, a line for each message. Thread-safe. */
@ApplicationScoped
class Wire {
    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);

    void send(Message message) {
        out.println(message.encode());
    }
}

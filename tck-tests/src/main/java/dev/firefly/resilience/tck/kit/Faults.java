package dev.firefly.resilience.tck.kit;

import dev.firefly.resilience.core.Failures;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is to go wrong at a store, and who has called it. Thread-safe. */
final class Faults {
    private final List<FaultInjectingStore.Call> calls = new CopyOnWriteArrayList<>();
    private final Set<Operation> failing = EnumSet.noneOf(Operation.class);
    private final Map<Operation, Queue<Supplier<? extends Throwable>>> next = new EnumMap<>(Operation.class);
    private final Map<Operation, Gate> gates = new EnumMap<>(Operation.class);
    private final Queue<WriteFault> writeFaults = new ConcurrentLinkedQueue<>();
    private boolean down;

    Faults() {
        for (Operation operation : Operation.values()) {
            next.put(operation, new ConcurrentLinkedQueue<>());
        }
    }

    synchronized void down(boolean now) {
        down = now;
    }

    synchronized void fail(List<Operation> operations) {
        failing.addAll(operations);
    }

    synchronized void recover() {
        down = false;
        failing.clear();
        next.values().forEach(Queue::clear);
        writeFaults.clear();
    }

    void failNext(Operation operation, Supplier<? extends Throwable> failure) {
        queue(operation).add(failure);
    }

    void breakNextWrite(WriteFault fault) {
        writeFaults.add(fault);
    }

    synchronized Gate hold(Operation operation) {
        Gate gate = new Gate();
        gates.put(operation, gate);
        return gate;
    }

    List<FaultInjectingStore.Call> calls() {
        return List.copyOf(calls);
    }

    void forgetCalls() {
        calls.clear();
    }

    /** Notes the operation, and has it fail if it is to. */
    void begin(Operation operation, List<String> keys) {
        calls.add(new FaultInjectingStore.Call(operation, keys, Thread.currentThread()));
        failIfDown();
        Supplier<? extends Throwable> failure = queue(operation).poll();
        if (failure != null) {
            throw Failures.<RuntimeException>rethrow(failure.get());
        }
        failIfFailing(operation);
    }

    /** Fails if all operations of the kind are to; uses up nothing that is said of the next one. */
    void failLasting(Operation operation) {
        failIfDown();
        failIfFailing(operation);
    }

    private void failIfFailing(Operation operation) {
        if (isFailing(operation)) {
            throw new StoreFailure("Every " + operation + " fails");
        }
    }

    void failIfDown() {
        if (isDown()) {
            throw new StoreFailure("The store is down");
        }
    }

    void pass(Operation operation) {
        Gate gate = gate(operation);
        if (gate != null) {
            gate.pass();
        }
    }

    @Nullable
    WriteFault nextWriteFault() {
        return writeFaults.poll();
    }

    private Queue<Supplier<? extends Throwable>> queue(Operation operation) {
        return next.getOrDefault(operation, new ConcurrentLinkedQueue<>());
    }

    private synchronized boolean isDown() {
        return down;
    }

    private synchronized boolean isFailing(Operation operation) {
        return failing.contains(operation);
    }

    private synchronized @Nullable Gate gate(Operation operation) {
        return gates.get(operation);
    }
}

package dev.firefly.resilience.tck.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single faults of a cluster and its clients, one after the other. */
class FaultsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PERMITS = 4;

    @Test
    void aLockHolderThatWasStoppedBeyondItsLeaseOverwritesNothing() throws Exception {
        try (Nodes nodes = new Nodes(3).light()) {
            List<NodeProcess> started = nodes.start(0, 3);
            NodeProcess holder = started.get(0);
            NodeProcess next = started.get(1);
            NodeProcess witness = started.get(2);
            awaitSafe(next, 3);
            String circuit = next.ask("owned", "OWNED");
            next.ask("failAt " + circuit, "FAILED");
            assertThat(holder.ask("failures " + circuit, "FAILURES")).isEqualTo("1");

            holder.ask("hold " + circuit, "HELD");
            holder.signal("STOP");
            next.ask("failAt " + circuit, "FAILED");
            await().atMost(PATIENCE)
                    .until(() -> witness.reply("failures " + circuit).equals("FAILURES 2"));
            holder.signal("CONT");

            assertThat(holder.answer("WOKE"))
                    .as("locked, replaced anything, locks that had lapsed")
                    .isEqualTo("true false 1");
            next.ask("failAt " + circuit, "FAILED");
            for (NodeProcess node : started) {
                await().atMost(PATIENCE)
                        .until(() -> node.reply("failures " + circuit).equals("FAILURES 3"));
            }
        }
    }

    @Test
    void theLastMemberGoesOnServingWithWhatTheOthersKnew() throws Exception {
        try (Nodes nodes = permits(3)) {
            List<NodeProcess> started = nodes.start(0, 3);
            NodeProcess last = started.get(2);
            awaitSafe(last, 3);
            assertThat(started.get(0).ask("take 1", "TAKEN")).isEqualTo("1");
            assertThat(last.ask("take 1", "TAKEN")).isEqualTo("1");
            started.get(0).ask("open 600000", "OPENED");

            started.get(0).kill();
            awaitSafe(last, 2);
            started.get(1).kill();
            awaitSafe(last, 1);

            assertThat(last.ask("phase shared", "PHASE")).isEqualTo("OPEN");
            await().atMost(PATIENCE).until(() -> last.reply("status").equals("STATUS SHARED 1"));
            last.ask("close", "CLOSED");
            assertThat(last.ask("fail 5", "FAILED")).isEqualTo("OPEN");
            await().atMost(PATIENCE).until(() -> last.reply("take 1").equals("TAKEN 1"));
            assertThat(last.ask("take " + PERMITS, "TAKEN"))
                    .as("all but its own one and the one just taken")
                    .isEqualTo(Integer.toString(PERMITS - 2));
        }
    }

    @ParameterizedTest(name = "on-failure {0}")
    @CsvSource({"local, TAKEN 1", "fail, REFUSED RESILIENCE_STORE_UNAVAILABLE"})
    void aClientGoesOnWithoutAnyMemberAndComesBackByItself(String onFailure, String answerAlone) throws Exception {
        try (Nodes nodes = permits(1).with("store.on-failure", onFailure).with("store.lock-block-timeout", "500ms")) {
            NodeProcess member = nodes.start(0, 1).get(0);
            NodeProcess client = nodes.startClient();
            await().atMost(PATIENCE).until(() -> client.reply("take 1").equals("TAKEN 1"));
            await().atMost(PATIENCE).until(() -> client.reply("status").equals("STATUS SHARED 2"));

            member.kill();
            await().atMost(PATIENCE).until(() -> {
                client.reply("fail 1");
                return client.reply("status").startsWith("STATUS DEGRADED");
            });
            await().atMost(PATIENCE).until(() -> client.reply("take " + PERMITS).equals(answerAlone));

            NodeProcess returned = nodes.start(0, 1).get(0);
            await().atMost(PATIENCE).until(() -> client.reply("status").startsWith("STATUS SHARED"));
            if (onFailure.equals("local")) {
                await().atMost(PATIENCE)
                        .until(() -> returned.reply("take " + PERMITS).equals("TAKEN 2"));
            }
            returned.ask("open 60000", "OPENED");
            client.ask("awaitOpen", "SEEN");
            client.ask("close", "CLOSED");
            returned.ask("awaitClosed", "SEEN");
        }
    }

    @Test
    void applicationsWithDifferentPrefixesOnOneGridNeverMeet() throws Exception {
        try (Nodes nodes = permits(3)) {
            List<NodeProcess> one = nodes.with("store.prefix", "one").start(0, 2);
            NodeProcess two = nodes.with("store.prefix", "two").start(2, 3).get(0);
            awaitSafe(two, 3);

            one.get(0).ask("open 60000", "OPENED");
            one.get(1).ask("awaitOpen", "SEEN");
            assertThat(two.ask("permit", "PERMIT")).startsWith("true");
            assertThat(one.get(0).ask("take " + 2 * PERMITS, "TAKEN")).isEqualTo(Integer.toString(PERMITS));
            assertThat(one.get(1).ask("take 1", "TAKEN")).isEqualTo("0");
            assertThat(two.ask("take " + 2 * PERMITS, "TAKEN")).isEqualTo(Integer.toString(PERMITS));

            assertThat(two.ask("fail 5", "FAILED")).isEqualTo("OPEN");
            one.get(0).ask("close", "CLOSED");
            one.get(1).ask("awaitClosed", "SEEN");
            assertThat(two.ask("phase shared", "PHASE")).isEqualTo("OPEN");
            assertThat(one.get(0).ask("giveBack", "GIVEN")).isEqualTo(Integer.toString(PERMITS));
            await().atMost(PATIENCE).until(() -> one.get(1).reply("take 1").equals("TAKEN 1"));
            assertThat(two.ask("take 1", "TAKEN")).isEqualTo("0");
            await().atMost(PATIENCE).until(() -> one.get(0).reply("status").equals("STATUS SHARED 2"));
            await().atMost(PATIENCE).until(() -> two.reply("status").equals("STATUS SHARED 1"));
        }
    }

    private static Nodes permits(int places) throws Exception {
        return new Nodes(places).light().with("bulkhead.shared.max-concurrent", Integer.toString(PERMITS));
    }

    private static void awaitSafe(NodeProcess node, int members) {
        await().atMost(PATIENCE).until(() -> node.reply("safe").equals("SAFE true " + members));
    }
}

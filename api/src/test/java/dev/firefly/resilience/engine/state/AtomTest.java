package dev.firefly.resilience.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AtomTest {
    @Test
    void aSwapTellsWhatWasThereAndWhatIsThereNow() {
        Atom<String> atom = new Atom<>("a");

        Atom.Swap<String> swap = atom.swap(value -> value + "b");

        assertThat(swap).isEqualTo(new Atom.Swap<>("a", "ab"));
        assertThat(atom.get()).isEqualTo("ab");
    }

    @Test
    void aSwapToTheSameObjectChangesNothing() {
        String value = new String("a");
        Atom<String> atom = new Atom<>(value);

        Atom.Swap<String> swap = atom.swap(seen -> seen);

        assertThat(swap.before()).isSameAs(value);
        assertThat(swap.after()).isSameAs(value);
        assertThat(atom.get()).isSameAs(value);
    }

    @Test
    void aReplaceWorksOnlyOnTheVeryObjectThatWasSeen() {
        String seen = new String("a");
        Atom<String> atom = new Atom<>(seen);

        assertThat(atom.replace(new String("a"), "b")).isFalse();
        assertThat(atom.replace(seen, "b")).isTrue();
        assertThat(atom.replace(seen, "c")).isFalse();
        assertThat(atom.get()).isEqualTo("b");
    }

    @Test
    void aSwapThatLosesOftenGoesOnWithoutRecursion() {
        Atom<Integer> atom = new Atom<>(0);
        AtomicInteger rivals = new AtomicInteger(100_000);

        atom.swap(seen -> {
            if (rivals.getAndDecrement() > 0) {
                atom.replace(seen, seen + 1);
            }
            return seen + 1_000_000;
        });

        assertThat(atom.get()).isEqualTo(1_100_000);
    }
}

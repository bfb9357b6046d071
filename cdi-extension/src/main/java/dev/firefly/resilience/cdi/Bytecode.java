package dev.firefly.resilience.cdi;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/** The instructions of a method. */
final class Bytecode {
    private static final int TABLE_SWITCH = 0xaa;
    private static final int LOOKUP_SWITCH = 0xab;
    private static final int INVOKE_VIRTUAL = 0xb6;
    private static final int INVOKE_INTERFACE = 0xb9;
    private static final int WIDE = 0xc4;
    private static final int INCREMENT = 0x84;

    /** How many bytes each instruction takes, from 0 on; * stands for those of which it depends. */
    private static final String SIZES = "1".repeat(16) // constants
            + "23233" // constants that are given or in the table
            + "2".repeat(5)
            + "1".repeat(28) // loads
            + "2".repeat(5)
            + "1".repeat(73) // stores, the stack, arithmetic
            + "3"
            + "1".repeat(20) // conversions, comparisons
            + "3".repeat(16) // jumps
            + "2**"
            + "1".repeat(6) // returns
            + "3".repeat(7)
            + "55323" // calls and objects
            + "113311*433" // the rest
            + "55";

    private Bytecode() {}

    /** The places in the table of constants of the methods that are called. */
    static Set<Integer> calls(byte[] code) {
        Set<Integer> calls = new HashSet<>();
        ByteBuffer bytes = ByteBuffer.wrap(code);
        int at = 0;
        while (at < code.length) {
            int instruction = Byte.toUnsignedInt(bytes.get(at));
            if (instruction >= INVOKE_VIRTUAL && instruction <= INVOKE_INTERFACE) {
                calls.add(Short.toUnsignedInt(bytes.getShort(at + 1)));
            }
            at += size(instruction, at, bytes);
        }
        return calls;
    }

    private static int size(int instruction, int at, ByteBuffer bytes) {
        int table = (at & ~3) + 4; // where that of a switch begins: at the next multiple of four
        return switch (instruction) {
            case TABLE_SWITCH -> table + 12 + 4 * (bytes.getInt(table + 8) - bytes.getInt(table + 4) + 1) - at;
            case LOOKUP_SWITCH -> table + 8 + 8 * bytes.getInt(table + 4) - at;
            case WIDE -> Byte.toUnsignedInt(bytes.get(at + 1)) == INCREMENT ? 6 : 4;
            default -> SIZES.charAt(instruction) - '0';
        };
    }
}

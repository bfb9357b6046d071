package dev.firefly.resilience.cdi;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a class that the class itself calls, or refers to, as far as its class file shows. What it calls on
 * {@code this} passes by all interceptors. Of a class file only the table of constants is read: a call leaves a reference
 * there that names the method, its type, and the class it is called on.
 */
final class OwnCalls {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;

    private final Map<Integer, String> texts = new HashMap<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final Map<Integer, Pair> pairs = new HashMap<>();
    private final Map<Integer, Pair> calls = new HashMap<>();

    private record Pair(int first, int second) {}

    private OwnCalls() {}

    /** Names with descriptors, such as {@code find(Ljava/lang/String;)V}; empty where the class file cannot be read. */
    static Set<String> of(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (@Nullable InputStream bytes = type.getResourceAsStream(file)) {
            if (bytes == null) {
                return Set.of();
            }
            OwnCalls found = new OwnCalls();
            found.read(new DataInputStream(bytes));
            return found.on(type.getName().replace('.', '/'));
        } catch (IOException e) {
            return Set.of();
        }
    }

    private void read(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("no class file");
        }
        in.readInt(); // the version
        int count = in.readUnsignedShort();
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            entry(index, tag, in);
            if (tag == LONG || tag == DOUBLE) {
                index++; // takes two places
            }
        }
    }

    private void entry(int index, int tag, DataInputStream in) throws IOException {
        switch (tag) {
            case UTF8 -> texts.put(index, in.readUTF());
            case CLASS -> classes.put(index, in.readUnsignedShort());
            case METHOD, INTERFACE_METHOD -> calls.put(index, pair(in));
            case NAME_AND_TYPE -> pairs.put(index, pair(in));
            default -> in.skipNBytes(size(tag));
        }
    }

    private static Pair pair(DataInputStream in) throws IOException {
        return new Pair(in.readUnsignedShort(), in.readUnsignedShort());
    }

    /** The bytes of an entry of no interest. */
    private static int size(int tag) throws IOException {
        return switch (tag) {
            case 8, 16, 19, 20 -> 2; // a string, a method type, a module, a package
            case 15 -> 3; // a method handle
            case 3, 4, 9, 17, 18 -> 4; // an int, a float, a field, something dynamic
            case LONG, DOUBLE -> 8;
            default -> throw new IOException("unknown constant " + tag);
        };
    }

    private Set<String> on(String owner) {
        Set<String> methods = new TreeSet<>();
        for (Pair call : calls.values()) {
            @Nullable Integer className = classes.get(call.first);
            @Nullable Pair method = pairs.get(call.second);
            if (className != null && method != null && owner.equals(texts.get(className))) {
                methods.add(texts.get(method.first) + texts.get(method.second));
            }
        }
        return methods;
    }
}

package dev.firefly.resilience.cdi;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a class that the class itself calls, or refers to, as far as its class file shows. What it calls on
 * {@code this} passes by all interceptors. A call refers to an entry in the class file's table of constants that names the
 * method, its type, and the class it is called on. The calls in bridge methods do not count: by these the compiler
 * implements a method of a type parameter, and whoever calls them from outside has passed the interceptors.
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
    private static final int METHOD_HANDLE = 15;
    private static final int BRIDGE = 0x40;

    private final Map<Integer, String> texts = new HashMap<>();
    private final Map<Integer, Integer> classes = new HashMap<>();
    private final Map<Integer, Pair> pairs = new HashMap<>();
    private final Map<Integer, Pair> methods = new HashMap<>();
    private final Set<Integer> called = new HashSet<>();

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
        } catch (IOException | IndexOutOfBoundsException e) {
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
        in.skipNBytes(6); // the flags, this class and its superclass
        in.skipNBytes(2L * in.readUnsignedShort()); // the interfaces
        for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
            member(in);
        }
        for (int declared = in.readUnsignedShort(); declared > 0; declared--) {
            member(in);
        }
    }

    private void member(DataInputStream in) throws IOException {
        boolean bridge = (in.readUnsignedShort() & BRIDGE) != 0;
        in.readInt(); // the name and the type
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            boolean code = "Code".equals(texts.get(in.readUnsignedShort()));
            DataInputStream attribute = new DataInputStream(new ByteArrayInputStream(in.readNBytes(in.readInt())));
            if (code && !bridge) {
                attribute.readInt(); // the sizes of stack and locals
                called.addAll(Bytecode.calls(attribute.readNBytes(attribute.readInt())));
            }
        }
    }

    private void entry(int index, int tag, DataInputStream in) throws IOException {
        switch (tag) {
            case UTF8 -> texts.put(index, in.readUTF());
            case CLASS -> classes.put(index, in.readUnsignedShort());
            case METHOD, INTERFACE_METHOD -> methods.put(index, pair(in));
            case NAME_AND_TYPE -> pairs.put(index, pair(in));
            case METHOD_HANDLE -> {
                in.readUnsignedByte(); // its kind
                called.add(in.readUnsignedShort());
            }
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
            case 3, 4, 9, 17, 18 -> 4; // an int, a float, a field, something dynamic
            case LONG, DOUBLE -> 8;
            default -> throw new IOException("unknown constant " + tag);
        };
    }

    private Set<String> on(String owner) {
        Set<String> own = new TreeSet<>();
        for (Map.Entry<Integer, Pair> entry : methods.entrySet()) {
            @Nullable Integer className = classes.get(entry.getValue().first);
            @Nullable Pair method = pairs.get(entry.getValue().second);
            if (called.contains(entry.getKey())
                    && className != null
                    && method != null
                    && owner.equals(texts.get(className))) {
                own.add(texts.get(method.first) + texts.get(method.second));
            }
        }
        return own;
    }
}

package dev.firefly.resilience.hazelcast;

import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/** The names of the server we run in. A Java runtime need not have the classes that this one is linked to. */
final class ServerNames {
    private ServerNames() {}

    /** Nothing is bound to a name. */
    static final class NotBoundException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient List<String> neighbours;

        private NotBoundException(NamingException cause, List<String> neighbours) {
            super(cause.toString(), cause);
            this.neighbours = neighbours;
        }

        /** What is bound in the same place, as far as that can be found out. */
        List<String> neighbours() {
            return neighbours;
        }
    }

    /** @throws NotBoundException when nothing is bound to the name, or nobody knows names */
    @SuppressWarnings("BanJNDI") // the name is the deployer's, and was checked to be a local one
    static Object lookUp(String name) throws NotBoundException {
        try {
            return InitialContext.doLookup(name);
        } catch (NamingException e) {
            throw new NotBoundException(e, besides(name));
        }
    }

    @SuppressWarnings("BanJNDI") // as above
    private static List<String> besides(String name) {
        int end = Math.max(name.lastIndexOf('/'), name.lastIndexOf(':') + 1);
        List<String> names = new ArrayList<>();
        try {
            InitialContext context = new InitialContext();
            try {
                NamingEnumeration<NameClassPair> bound = context.list(name.substring(0, Math.max(end, 0)));
                while (bound.hasMore()) {
                    names.add(bound.next().getName());
                }
            } finally {
                context.close();
            }
        } catch (NamingException | RuntimeException e) {
            return List.of();
        }
        return names;
    }
}

package probe;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import @PKG@.rpc.Invoker;
import @PKG@.rpc.cluster.Directory;

/** Follows handlers, invokers and directories behind a proxy and names the cluster invokers, outermost first. */
final class Walk {
    private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();
    private final List<String> names = new ArrayList<>();

    static List<String> clusters(Object proxy) {
        Walk w = new Walk();
        w.visit(proxy, 0);
        return w.names;
    }

    private void visit(Object o, int depth) {
        if (o == null || depth > 40 || seen.put(o, o) != null) {
            return;
        }
        String simple = o.getClass().getSimpleName();
        if (o instanceof Invoker && simple.endsWith("ClusterInvoker")) {
            names.add(simple);
        }
        if (simple.equals("MigrationInvoker")) {
            Object now = field(o, "currentAvailableInvoker");
            visit(now == null ? field(o, "invoker") : now, depth + 1);
            return;
        }
        for (Class<?> c = o.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                if (!Modifier.isStatic(f.getModifiers()) && !f.getType().isPrimitive()) {
                    follow(simple, f.getName(), get(f, o), depth);
                }
            }
        }
    }

    private void follow(String owner, String name, Object v, int depth) {
        if (owner.equals("MockClusterInvoker") && name.equals("directory")) {
            return;
        }
        if (v instanceof Invoker || v instanceof Api || v instanceof InvocationHandler || isSpringProxy(v)
                || v instanceof Directory && (v.getClass().getSimpleName().equals("StaticDirectory") || owner.equals("MergeableClusterInvoker"))) {
            visit(v, depth + 1);
        } else if (v instanceof Collection && (name.equals("invokers") || name.equals("validInvokers"))) {
            for (Object x : (Collection<?>) v) {
                visit(x, depth + 1);
            }
        } else if (v instanceof Map && name.equals("methodInvokerMap")) { // up to 2.6: the invokers of several groups
            for (Object list : ((Map<?, ?>) v).values()) {
                ((Collection<?>) list).forEach(x -> visit(x, depth + 1));
            }
        }
    }

    /** 2.7.9 and later wrap the proxy lazily with Spring's own proxies. */
    private static boolean isSpringProxy(Object v) {
        return v != null && (v.getClass().getName().startsWith("org.springframework.aop.")
                || v.getClass().getSimpleName().endsWith("TargetSource"));
    }

    private static Object field(Object o, String name) {
        for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) {
            try {
                return get(c.getDeclaredField(name), o);
            } catch (NoSuchFieldException e) {
                // look further up
            }
        }
        return null;
    }

    private static Object get(Field f, Object o) {
        try {
            f.setAccessible(true);
            return f.get(o);
        } catch (Exception e) {
            return null;
        }
    }
}

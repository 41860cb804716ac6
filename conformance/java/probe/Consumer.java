package probe;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import @PKG@.rpc.RpcContext;
import @PKG@.rpc.service.GenericService;

/**
 * Starts the consumer of a case, calls every reference in parallel threads and writes what happened.
 * A reference "x__slow_boom" means: call slow and boom; without "__" slow is called.
 * args: case, file to write, ms to wait after the calls.
 */
public final class Consumer {
    private final String name;
    private final Map<String, Object> refs = new TreeMap<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    private Consumer(String name) {
        this.name = name;
    }

    public static void run(String[] args) throws Exception {
        Map<String, Object> out = new LinkedHashMap<>();
        Consumer c = new Consumer(args[0]);
        out.put("refs", c.refs);
        try {
            Proxies p = new Proxies(c.refs);
            c.inTurn(p);
            out.put("startup", "ok");
            c.callAll(p);
            Thread.sleep(Long.parseLong(args[2]));
        } catch (Throwable e) {
            out.put("startup", chain(e));
        }
        Files.write(Paths.get(args[1]), json(out).getBytes(StandardCharsets.UTF_8));
    }

    /** Starts the application when it is its turn; one that waits for its providers lets the next one go. */
    private void inTurn(Proxies p) throws Throwable {
        Semaphore turn = (Semaphore) System.getProperties().get("probe.start");
        turn.acquire();
        AtomicBoolean taken = new AtomicBoolean(true);
        Runnable leave = () -> {
            if (taken.getAndSet(false)) {
                turn.release();
            }
        };
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        timer.schedule(leave, 8, TimeUnit.SECONDS);
        try {
            p.open();
        } finally {
            leave.run();
            timer.shutdownNow();
        }
    }

    private void callAll(Proxies p) throws Exception {
        List<Future<?>> warm = new ArrayList<>();
        for (Map.Entry<String, Object> e : p.found.entrySet()) {
            warm.add(pool.submit(() -> warm(e.getKey(), e.getValue())));
        }
        await(warm);
        List<Future<?>> calls = new ArrayList<>();
        for (Map.Entry<String, Object> e : p.found.entrySet()) {
            calls.addAll(callAll(p, e.getKey(), e.getValue()));
        }
        await(calls);
    }

    /** Waits for all; a call that takes longer than any timeout stays without an end. */
    private static void await(List<Future<?>> list) throws Exception {
        long end = System.currentTimeMillis() + 60_000;
        for (Future<?> f : list) {
            try {
                f.get(Math.max(0, end - System.currentTimeMillis()), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // its result has no time
            }
        }
    }

    private List<Future<?>> callAll(Proxies p, String id, Object proxy) {
        Map<String, Object> r = new LinkedHashMap<>();
        Map<String, Object> calls = new TreeMap<>();
        refs.put(id, r);
        r.put("calls", calls);
        String[] methods = methods(id);
        try {
            r.put("cluster_invokers", Walk.clusters(p.real(id, proxy)));
        } catch (Throwable e) {
            r.put("describe_error", chain(e));
        }
        List<Future<?>> list = new ArrayList<>();
        for (String m : methods) {
            Map<String, Object> c = new LinkedHashMap<>();
            calls.put(m, c);
            String callId = name + "/" + id + "/" + m;
            c.put("id", callId);
            list.add(pool.submit(() -> call(proxy, m, callId, c)));
        }
        return list;
    }

    private static String[] methods(String id) {
        int i = id.indexOf("__");
        return i < 0 ? new String[] {"slow"} : id.substring(i + 2).split("_");
    }

    /** Uncounted calls that end at once, so that class loading and connecting do not eat the timeouts. */
    private void warm(String id, Object proxy) {
        if (name.startsWith("check-")) {
            return;
        }
        warmUp(proxy, "fast");
        for (String m : methods(id)) {
            if (m.equals("boom") || m.equals("checked") || m.equals("rpcBoom")) {
                warmUp(proxy, m);
            }
        }
    }

    private static void warmUp(Object proxy, String method) {
        try {
            invoke(proxy, method, "warm");
        } catch (Throwable e) {
            // the counted calls will tell
        }
    }

    private static Object invoke(Object proxy, String method, String id) throws Throwable {
        try {
            if (proxy instanceof GenericService) {
                return ((GenericService) proxy).$invoke(method, new String[] {"java.lang.String"}, new Object[] {id});
            }
            return Api.class.getMethod(method, String.class).invoke(proxy, id);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void call(Object proxy, String m, String callId, Map<String, Object> c) {
        long t = System.currentTimeMillis();
        try {
            Object v = invoke(proxy, m, callId);
            c.put("ms", System.currentTimeMillis() - t);
            c.put("returned", v == null ? "null" : v instanceof String ? "value" : v.getClass().getSimpleName());
            Future<?> f = v instanceof Future ? (Future<?>) v : rpcFuture();
            if (f != null) {
                wait(f, c);
            }
        } catch (Throwable e) {
            c.put("ms", System.currentTimeMillis() - t);
            c.put("exception", chain(e));
        }
    }

    private static void wait(Future<?> f, Map<String, Object> c) {
        try {
            Object v = f.get(20, TimeUnit.SECONDS);
            c.put("future", Arrays.asList(v == null ? "null" : v.getClass().getSimpleName()));
        } catch (Throwable e) {
            c.put("future", chain(e));
        }
    }

    private static Future<?> rpcFuture() {
        try {
            Object ctx = RpcContext.class.getMethod("getContext").invoke(null);
            return (Future<?>) RpcContext.class.getMethod("getFuture").invoke(ctx);
        } catch (Throwable e) {
            return null;
        }
    }

    /** The exception and its causes, outermost first, with the code of an RpcException. */
    static List<String> chain(Throwable e) {
        List<String> l = new ArrayList<>();
        for (; e != null && l.size() < 8; e = e.getCause()) {
            String m = String.valueOf(e.getMessage());
            String code = "";
            try {
                code = "[code " + e.getClass().getMethod("getCode").invoke(e) + "]";
            } catch (Exception x) {
                // not an RpcException
            }
            l.add(e.getClass().getSimpleName() + code + ": " + m.substring(0, Math.min(200, m.length())));
        }
        return l;
    }

    static String json(Object o) {
        StringBuilder b = new StringBuilder();
        if (o instanceof Map) {
            b.append('{');
            for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                b.append(b.length() > 1 ? "," : "").append(json(e.getKey())).append(':').append(json(e.getValue()));
            }
            return b.append('}').toString();
        }
        if (o instanceof Collection) {
            b.append('[');
            for (Object x : (Collection<?>) o) {
                b.append(b.length() > 1 ? "," : "").append(json(x));
            }
            return b.append(']').toString();
        }
        if (o instanceof Number) {
            return o.toString();
        }
        b.append('"');
        for (char c : String.valueOf(o).toCharArray()) {
            if (c == '"' || c == '\\') {
                b.append('\\').append(c);
            } else if (c < 32) {
                b.append(String.format("\\u%04x", (int) c));
            } else {
                b.append(c);
            }
        }
        return b.append('"').toString();
    }
}

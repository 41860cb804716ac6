package probe;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;

/** Appends "time id" to the counts file for every execution. */
public class ApiImpl implements Api {
    private static final Path COUNTS = Paths.get(System.getProperty("probe.counts"));

    static void count(String id) {
        try {
            Files.write(COUNTS, (System.currentTimeMillis() + " " + id + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.APPEND);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String sleep(String id, long ms) {
        count(id);
        pause(ms);
        return id;
    }

    public String slow(String id) {
        return sleep(id, 2500);
    }

    public String slow5(String id) {
        return sleep(id, 5000);
    }

    public String fast(String id) {
        return sleep(id, 0);
    }

    public void fire(String id) {
        sleep(id, 2500);
    }

    public String boom(String id) {
        count(id);
        throw new IllegalArgumentException("boom");
    }

    public String checked(String id) throws ApiException {
        count(id);
        throw new ApiException("checked");
    }

    public String rpcBoom(String id) {
        count(id);
        throw new @PKG@.rpc.RpcException(1, "rpcBoom");
    }

    public CompletableFuture<String> future(String id) {
        count(id);
        return CompletableFuture.supplyAsync(() -> {
            pause(2500);
            return id;
        }, r -> new Thread(r).start());
    }

    public Object odd(String id) {
        count(id);
        return new Odd();
    }

    public String cut(String id) {
        count(id);
        Cut.caller();
        pause(2500);
        return id;
    }

    /** A class that is not serializable. */
    static class Odd {
        private final Thread thread = Thread.currentThread();
    }
}

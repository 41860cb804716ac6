package probe.host;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Runs many small applications in one JVM. Each has its own class loader for
 * Dubbo and for its own classes, so that no static state is shared; Spring and
 * the other libraries come from one parent and are loaded once.
 *
 * <p>args: plan file, "serve" (stay until standard input ends) or "finish"
 * (exit when all are done). Plan lines, by tabs: "libs" CLASSPATH;
 * "zookeeper" CLASSPATH, data folder, ports...; "node" port, path, file with its content; "run" NAME, CLASSPATH, class
 * with static run(String[]), its arguments...
 */
public final class Host {
    private static ClassLoader zookeeper;
    private static ClassLoader libs = ClassLoader.getPlatformClassLoader();

    public static void main(String[] args) throws Exception {
        // One starts after the other: Dubbo gives up on ZooKeeper when its own start takes too long, and two that
        // look for a free port at the same time (3.0, for the metadata service) find the same one.
        System.getProperties().put("probe.start", new Semaphore(1));
        List<Thread> threads = new ArrayList<>();
        for (String line : Files.readAllLines(Paths.get(args[0]), StandardCharsets.UTF_8)) {
            String[] f = line.split("\t", -1);
            switch (f[0]) {
                case "libs":
                    libs = loader(f[1], ClassLoader.getPlatformClassLoader());
                    break;
                case "zookeeper":
                    zookeeper = loader(f[1], ClassLoader.getPlatformClassLoader());
                    Zk.start(zookeeper, f[2], Arrays.copyOfRange(f, 3, f.length));
                    break;
                case "node":
                    Zk.write(zookeeper, f[1], f[2], Files.readAllBytes(Paths.get(f[3])));
                    break;
                default:
                    threads.add(start(f));
            }
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("HOST-READY");
        if (args[1].equals("serve")) {
            while (System.in.read() >= 0) {
                // until the one who started us closes the pipe or dies
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static Thread start(String[] f) throws Exception {
        ClassLoader own = loader(f[2], libs);
        Thread t = new Thread(() -> {
            try {
                Class.forName(f[3], true, own).getMethod("run", String[].class)
                        .invoke(null, (Object) Arrays.copyOfRange(f, 4, f.length));
            } catch (InvocationTargetException e) {
                System.err.println("HOST " + f[1] + " failed");
                e.getCause().printStackTrace();
            } catch (Throwable e) {
                System.err.println("HOST " + f[1] + " failed");
                e.printStackTrace();
            }
        }, f[1]);
        t.setContextClassLoader(own);
        t.start();
        return t;
    }

    private static ClassLoader loader(String classpath, ClassLoader parent) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : classpath.split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        return new URLClassLoader(urls.toArray(new URL[0]), parent);
    }
}

package probe.host;

import java.io.File;
import java.net.InetSocketAddress;

/** A real ZooKeeper server for each port, on 127.0.0.1 (by reflection: compiled without ZooKeeper). */
final class Zk {
    static void start(ClassLoader loader, String folder, String[] ports) throws Exception {
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> server = loader.loadClass("org.apache.zookeeper.server.ZooKeeperServer");
        Class<?> factory = loader.loadClass("org.apache.zookeeper.server.NIOServerCnxnFactory");
        for (String port : ports) {
            File dir = new File(folder, port);
            dir.mkdirs();
            Object zk = server.getConstructor(File.class, File.class, int.class).newInstance(dir, dir, 2000);
            Object f = factory.getConstructor().newInstance();
            factory.getMethod("configure", InetSocketAddress.class, int.class)
                    .invoke(f, new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 5000);
            factory.getMethod("startup", server).invoke(f, zk);
        }
        Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
    }

    /** Writes a node with its parents. */
    static void write(ClassLoader loader, String port, String path, byte[] content) throws Exception {
        Class<?> watcher = loader.loadClass("org.apache.zookeeper.Watcher");
        Class<?> mode = loader.loadClass("org.apache.zookeeper.CreateMode");
        Object none = java.lang.reflect.Proxy.newProxyInstance(loader, new Class<?>[] {watcher}, (p, m, a) -> m.getName().equals("hashCode") ? (Object) 1 : m.getName().equals("equals") ? p == a[0] : null);
        Class<?> client = loader.loadClass("org.apache.zookeeper.ZooKeeper");
        Object zk = client.getConstructor(String.class, int.class, watcher).newInstance("127.0.0.1:" + port, 30000, none);
        Object open = loader.loadClass("org.apache.zookeeper.ZooDefs$Ids").getField("OPEN_ACL_UNSAFE").get(null);
        java.lang.reflect.Method create = client.getMethod("create", String.class, byte[].class, java.util.List.class, mode);
        for (int i = path.indexOf('/', 1); ; i = path.indexOf('/', i + 1)) {
            String node = i < 0 ? path : path.substring(0, i);
            try {
                create.invoke(zk, node, i < 0 ? content : new byte[0], open, mode.getField("PERSISTENT").get(null));
            } catch (java.lang.reflect.InvocationTargetException e) {
                if (!e.getCause().getClass().getSimpleName().equals("NodeExistsException")) {
                    throw e;
                }
            }
            if (i < 0) {
                break;
            }
        }
        client.getMethod("close").invoke(zk);
    }
}

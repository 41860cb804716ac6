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
}

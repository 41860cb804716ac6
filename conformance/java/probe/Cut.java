package probe;

import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.Collection;

import @PKG@.remoting.Channel;
import @PKG@.rpc.RpcContext;
import @PKG@.rpc.protocol.dubbo.DubboProtocol;

/** Closes the connection that the current call came over, as a crash or a firewall does. */
final class Cut {
    static void caller() {
        InetSocketAddress caller = RpcContext.getContext().getRemoteAddress();
        try {
            for (Object server : servers()) {
                for (Object c : (Collection<?>) find(server, "getChannels").invoke(server)) {
                    if (caller.equals(((Channel) c).getRemoteAddress())) {
                        ((Channel) c).close();
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The remoting servers; from 2.7.5 on each is wrapped in a ProtocolServer. */
    private static Object[] servers() throws ReflectiveOperationException {
        DubboProtocol p = DubboProtocol.getDubboProtocol();
        Object[] all = ((Collection<?>) find(p, "getServers").invoke(p)).toArray();
        for (int i = 0; i < all.length; i++) {
            try {
                all[i] = find(all[i], "getRemotingServer").invoke(all[i]);
            } catch (NoSuchMethodException e) {
                // an ExchangeServer itself
            }
        }
        return all;
    }

    private static Method find(Object o, String name) throws NoSuchMethodException {
        for (Method m : o.getClass().getMethods()) {
            if (m.getName().equals(name) && m.getParameterCount() == 0) {
                m.setAccessible(true);
                return m;
            }
        }
        throw new NoSuchMethodException(name);
    }
}

package com.acme.shop.order;

import static com.acme.shop.Limits.*;
import static com.acme.shop.Limits.RETRIES;

import com.acme.shop.api.OrderService;
import com.acme.shop.api.StockService;
import java.util.*;
import java.util.function.Supplier;
import org.apache.dubbo.config.annotation.Argument;
import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.annotation.Method;
import org.springframework.beans.factory.annotation.Autowired;

// @DubboReference(retries = 9) is not code here.
/* Nor is it here:
@DubboReference(retries = 9)
private OrderService old;
*/
@SuppressWarnings({"unused", "unchecked",})
public final class OrderClient<K extends Comparable<K> & Runnable, V> extends Base<Map<K, List<? super V>>>
        implements Runnable, Supplier<Map.Entry<K, V[]>> {
    private static final int ATTEMPTS = 1 + RETRIES, WAIT[] = {60 * 1000, -1, 0x1F, 0b1010_0001, 017, 1 << 4};
    static final long LONG = 9_000_000_000L, NEGATIVE = -9223372036854775808L, MASK = 0xFFFF_FFFF_FFFF_FFFFL;
    static final String NAME = "order" + '-' + "client\t\"x\" \101\0 \u4e2d", EMPTY = "";
    static final char QUOTE = '\'', LETTER = 'é';
    static final double RATE = 1.5e-3, HALF = .5f, HEX = 0x1.8p1, MINUS = -2d;

    @DubboReference(version = "${order.version:1.0}", group = Groups.SHOP, retries = -1, timeout = 3 * 1000,
        check = false, loadbalance = ("random"), cluster = "fail" + "fast",
        parameters = {"createOrder.retries", "0", Groups.KEY, (String) null},
        methods = {
            @Method(name = "createOrder", retries = 0, timeout = (int) 5000L, arguments = @Argument(index = 0)),
            @Method(name = "find", retries = ATTEMPTS),
        })
    private OrderService orders;

    @org.apache.dubbo.config.annotation.DubboReference(interfaceClass = StockService.class, interfaceName = "com.acme.shop.api.StockService")
    protected @Deprecated volatile StockService stock;

    @Autowired private transient Map<String, int[][]>[] tables[], table;

    Runnable task = () -> orders.createOrder(null);

    static { Registry.register(OrderClient.class, int[].class, Map.Entry[].class); }

    { stock.reserve(1, 2L); }

    public OrderClient(@DubboReference(timeout = 700) OrderService orders, String... names) throws Exception, Error {
        super(names.length < 2, names.length > (1));
        this.orders = orders;
    }

    @DubboReference(check = false)
    public void setStock(final StockService stock) { this.stock = stock; }

    @Override
    public synchronized <T extends Number> List<? extends T> create(OrderClient<K, V> this, @Deprecated final T[] in, int n[])[] {
        Order order = this.orders.createOrder(new Order(in, n), a < b, c > d);
        orders.find(order.id()).lines().stream().map(Line::sku).forEach(stock::release);
        OrderClient.this.stock.reserve(1, (Map<String, Integer>) null);
        super.<T>check((a) -> b, (int x, int y) -> { return audit.log(x, y); });
        for (int i = 0, k = n.length; i < k && k >>> 2 > i; i++, --k) log(i >> 1, k >= 3);
        label: while (true) { if (done()) break label; else continue label; }
        int[] sizes = {size(), new int[] {1, count()}[0]};
        Supplier<List<String>> fresh = ArrayList<String>::new;
        Object o = new Object() {
            int seen = counter.next();
            @Override public String toString() { return describe(orders); }
        };
        class Local { void run() { orders.cancel(1L); } }
        assert n.length > 0 : message("none");
        try (Lock lock = locks.take("a"); other) { stock.find(); } catch (IllegalStateException | Error e) { fail(e); }
        finally { release(); }
        return in == null ? null : (List<T>[]) (Object) o;
    }

    native int size();

    abstract static class Base<T> { abstract @Deprecated T @Tag(1) [] get() throws Exception; }
}

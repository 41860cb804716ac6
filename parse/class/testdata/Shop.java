package com.acme.shop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER})
@interface Remote {
    String[] value() default {};
    int retries() default -3;
    long pause() default 1L << 33;
    boolean check() default true;
    char mark() default 'x';
    double rate() default 0.5;
    Class<?> type() default Object.class;
    Level level() default Level.LOW;
    Part[] parts() default {};
    @interface Part { String name(); Class<?>[] types() default {int.class, String[].class}; }
}

@interface Quiet {}

enum Level {
    LOW, HIGH("h") {
        @Override void ring() { Bell.ding(label); }
    };
    final String label;
    Level() { this("l"); }
    Level(String label) { this.label = label.trim(); }
    void ring() {}
}

interface Store<T extends Comparable<T>, ID> {
    int LIMIT = 10;
    String NAME = "st\u00f6re\uD83D\uDE00\0";
    T load(ID id);
    int insert(T order, Map<String, ? super List<? extends T[]>> hints, long when, double... rates);
    default boolean save(T order) { return insert(order, null, 0L) > 0; }
    static <A> A same(A a) { return a; }
}

class Bell {
    static void ding(String s) { System.out.println(s.length()); }
}

class Order implements Comparable<Order> {
    private Long id;
    int state;
    public Long getId() { return id; }
    public void setState(int state) { this.state = state; }
    @Override public int compareTo(Order o) { return getId().compareTo(o.getId()); }
}

record Pair<A, B>(A first, @Remote("b") B second) {
    Pair { first.hashCode(); }
}

abstract class Base {
    protected Store<Order, Long> store;
    protected abstract void audit(Order o) throws java.io.IOException;
    protected void after(Order o) { store.save(o); }
}

@Remote(value = "shop", retries = 0, level = Level.HIGH, type = Map.Entry.class, parts = {
    @Remote.Part(name = "a"), @Remote.Part(name = "b", types = {}) })
public class Shop extends Base implements Callable<List<? extends Order>>, java.io.Serializable {
    public static final int MAX = 5;
    private static final Shop INSTANCE = new Shop(Store.same("x"));
    @Remote @Quiet private transient volatile Store<Order, Long>[] stores;
    private final List<Order> orders = new ArrayList<>(Store.same(3));
    static { Bell.ding("start"); }
    { Bell.ding("made"); }

    public Shop(@Remote(check = false) String name) { super(); Bell.ding(name); }

    @Remote({"x", "y"})
    public synchronized Order create(final Order order, long when, int[][] grid, @Remote("k") @Quiet String key) {
        if (order.getId() == null || when > 3) { order.setState(MAX); }
        store.insert(order, null, when, 1.5);
        this.store.load(order.getId());
        super.after(order);
        after(order);
        Store<Order, Long> local = stores[0];
        local.save(order == null ? first() : order);
        return local.load(pick(when > 2 ? 1L : 2L));
    }

    private Order first() { return orders.get(0); }
    private Long pick(Long id) { return id; }
    @Override protected void audit(Order o) {}

    @Override public List<? extends Order> call() throws Exception {
        Supplier<Order> made = Order::new;
        orders.forEach(o -> { store.save(o); this.retry(() -> local(o)); });
        orders.forEach(this::after);
        orders.stream().map(Order::getId).forEach(store::load);
        return orders;
    }

    void local(Order o) {
        class Job implements Runnable {
            public void run() { store.save(o); again(); }
            void again() { first(); }
        }
        new Job().run();
        Runnable r = new Runnable() {
            int n = count(o);
            @Override public void run() { Shop.this.after(o); retry(() -> orders.add(o)); }
        };
        r.run();
    }

    int count(Order o) { return o.state; }
    void retry(Runnable r) { for (int i = 0; i < MAX; i++) { try { r.run(); return; } catch (RuntimeException e) { Bell.ding(e.getMessage()); } finally { Bell.ding("f"); } } }

    static class Inner<T> {
        T value;
        class Deep { void go() { Bell.ding("deep"); } }
        enum Mode { ON, OFF }
        interface Hook { void on(Shop.Inner<String>.Deep d, Mode m); }
        private Inner(T value) { this.value = value; }
        private void secret() {}
    }

    void outer() { new Inner<String>("a").secret(); Inner.Mode.valueOf("ON"); INSTANCE.first(); }

    int words(String s) {
        switch (s) { case "a": return one(); case "b": return two(); default: return three(s.length() > 1L ? 2 : 3); }
    }
    int one() { return 1; }
    int two() { return 2; }
    int three(int n) { double d = n; d += (long) n; return (int) Math.floor(d % 3); }
}

@ProvidedBy("order-app")
package com.acme.shop.kinds;

import java.lang.annotation.*;

public sealed interface Shape permits Circle, Kinds.Square {
    int SIDES = Math.max(1, 2);
    double area();
    default String name() { return label("shape"); }
    static Shape of(double... sides) { return new Circle(sides[0]); }
    private void check() {}
    <T> T map(java.util.function.Function<? super Shape, T> f);
    String area(@Deprecated int digits, String unit) throws java.io.IOException;
}

record Circle(@Deprecated double radius, String... names) implements Shape {
    static int made = Counter.start();
    Circle {
        if (radius < 0) throw error("negative");
    }
    Circle(double radius) { this(radius, "circle"); }
    public double area() { return Math.PI * radius * radius; }
}

non-sealed class Kinds<T> implements Shape {
    record Pair<A, B>(A first, B second) {}
    enum Level implements Runnable {
        @Deprecated LOW(1, "l"),
        HIGH(2, label()) { @Override public void run() { alarm.ring(); } },
        ;
        private final int n;
        Level(int n, String s) { this.n = n; }
        public void run() {}
    }
    enum None {}
    enum Comma { , }
    enum CommaOnly { ,; static int left = rest(); }
    enum Plain { A, B, 丙 }
    static final class Square implements Shape {
        int record, sealed, permits, yield, when, module, var;
        int record() { return this.record + sealed + yield; }
    }
    ;
    int text = switch (level()) {
        case LOW, HIGH -> { int yield = 3; yield yield; }
        default -> throw new IllegalStateException(why());
    };
    String block = """
        {"name": "a\tb",
          "tail": \
        "joined"}   \040
        """, short_ = """
        x""", spaces = """
        \u3000wide\u2000
       \u2000\u00a0narrow\u00a0
        """;
    Object 订单 = 库.订单.取(库.号, 库.号::取);
    Object typed = of(@Deprecated Kinds::start, @Deprecated Kinds<@Deprecated String>::new,
        Kinds @Deprecated []::new, int @Deprecated [] @Deprecated []::clone, @Deprecated(since = "2") Kinds[]::clone);
    String w\u0069dth = \u0022a\\u005c\u0022 + "\\u0041\u005cn", \u00e9t\u00e9 = "\uD83D\uDE00\uuu4e2d \uD83D";
    \u0040Deprecated(since = "\u00e9") int last;
}

@Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE, ElementType.FIELD})
@interface ProvidedBy {
    String[] value() default {};
    int retries() default -1 + 3;
    Class<? extends Shape> type() default Shape.class;
    Deprecated nested() default @Deprecated(since = "1");
    String NAME = "x";
}

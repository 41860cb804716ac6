package com.acme.shop.patterns;

import module java.base;

// Java 21 and on.
class Patterns {
    static String describe(Object o) {
        return switch (o) {
            case null, default -> other(o);
            case Point(int x, var y) when x > limit(y) -> point(x, y);
            case String s when (s.length() > 3) -> s.trim();
            case Long when when when > least() -> when.count();
            case Integer i when flag -> i.toString();
            case java.util.List<?> list -> { yield list.size() > 1 ? many(list) : one(list); }
            case Pair<?>(Point(var a, _), Point p) -> pair(a, p);
            case Integer[] _ -> array();
        };
    }

    void old(int n) {
        switch (n) {
            case 1: case A + 2: first();
            case (3): second(n -> third(n)); break;
            default: fourth();
        }
        if (o instanceof Point(int x, int y) && x < y && o instanceof final String s && s.isEmpty()) fifth(x, y);
        for (var e : map.entrySet()) sixth(e);
        do seventh(); while (n-- > 0);
        synchronized (this) { eighth(); }
        int yield = 1;
        yield = 2;
        yield++;
        record R(int a) { int twice() { return ninth(a); } }
        enum E { X }
        interface I { void run(); }
        final @Deprecated class C {}
        int a[] = {}, b = tenth();
        (a)[0] = (b) + eleventh();
        Outer<String>.Inner<Integer>[] deep = Outer.<String>twelfth(n < 1, n > 2);
        Object in = make().new Inner<String>(thirteenth()) { { fourteenth(); } }.call();
    }
}

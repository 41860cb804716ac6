package com.acme.ids;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What the classes beside this file were compiled from: javac --release 8 -parameters -d classes Ids.java */
public class Ids {
    public static String next(String prefix) {
        return prefix + java.util.UUID.randomUUID();
    }

    public static String same(String order) {
        return "P" + order.length();
    }

    @Retention(RetentionPolicy.RUNTIME)
    public @interface TwoPhaseBusinessAction {
        String name();

        boolean useTCCFence() default false;
    }

    public interface Orders {
        @TwoPhaseBusinessAction(name = "orders", useTCCFence = true)
        String createOrder(String requestNo, String item);
    }
}

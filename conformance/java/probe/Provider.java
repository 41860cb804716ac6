package probe;

import org.springframework.context.support.ClassPathXmlApplicationContext;

/** One provider of a case or the standard one. args: none; provider.xml is on the class path. */
public final class Provider {
    public static void run(String[] args) {
        new ClassPathXmlApplicationContext("provider.xml").start();
    }
}

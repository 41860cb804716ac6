package probe;

import java.util.concurrent.Semaphore;

import org.springframework.context.support.ClassPathXmlApplicationContext;

/** One provider of a case or the standard one. args: none; provider.xml is on the class path. */
public final class Provider {
    public static void run(String[] args) throws Exception {
        Semaphore turn = (Semaphore) System.getProperties().get("probe.start");
        turn.acquire();
        try {
            new ClassPathXmlApplicationContext("provider.xml").start();
        } finally {
            turn.release();
        }
    }
}

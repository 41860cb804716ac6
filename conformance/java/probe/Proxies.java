package probe;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;

import @PKG@.config.spring.ReferenceBean;
import @PKG@.rpc.service.GenericService;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.ClassPathXmlApplicationContext;

/**
 * Starts the application of a case and finds its references: the ids of XML, and fields of the case's own
 * objects. What is started is the first of these that the class path has: probe.Main (Spring Boot),
 * probe.Config (annotated Spring configuration), consumer.xml, probe.Client (the API alone, in its constructor).
 */
final class Proxies {
    final Map<String, Object> found = new LinkedHashMap<>();
    private final Map<String, Object> refs;
    private ConfigurableApplicationContext context;

    Proxies(Map<String, Object> refs) {
        this.refs = refs;
    }

    void open() throws Throwable {
        if (find("probe.Main") != null) {
            context = boot(find("probe.Main"));
        } else if (find("probe.Config") != null) {
            context = new AnnotationConfigApplicationContext(find("probe.Config"));
        } else if (getClass().getResource("/consumer.xml") != null) {
            context = new ClassPathXmlApplicationContext("consumer.xml");
        } else {
            try {
                fields(find("probe.Client").getConstructor().newInstance());
            } catch (java.lang.reflect.InvocationTargetException e) {
                throw e.getCause();
            }
            return;
        }
        context.start();
        beans();
        holders();
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static ConfigurableApplicationContext boot(Class<?> main) throws Throwable {
        Class<?> app = Class.forName("org.springframework.boot.SpringApplication");
        try {
            return (ConfigurableApplicationContext) app.getMethod("run", Class.class, String[].class).invoke(null, main, new String[0]);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void beans() {
        for (String n : context.getBeanNamesForType(ReferenceBean.class, true, false)) {
            String id = n.replace("&", "");
            if (!id.matches("\\w+")) {
                continue; // of an annotated field: the field is looked at instead
            }
            try {
                found.put(id, context.getBean(id));
            } catch (Throwable e) {
                Map<String, Object> r = new LinkedHashMap<>();
                r.put("get_bean_error", Consumer.chain(e));
                refs.put(id, r);
            }
        }
    }

    /** Beans of the case's own classes. */
    private void holders() throws Exception {
        for (String n : context.getBeanDefinitionNames()) {
            Class<?> type = context.getType(n);
            if (type != null && type.getName().startsWith("probe.") && !Api.class.isAssignableFrom(type)) {
                fields(context.getBean(n));
            }
        }
    }

    private void fields(Object holder) throws Exception {
        for (Class<?> c = holder.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                if (f.getType() == Api.class || f.getType() == GenericService.class) {
                    f.setAccessible(true);
                    Object v = f.get(holder);
                    if (v != null) {
                        found.put(f.getName(), v);
                    } else { // what cannot be made is only logged where <dubbo:annotation> injects
                        Map<String, Object> r = new LinkedHashMap<>();
                        r.put("get_bean_error", java.util.Arrays.asList("EmptyField: nothing was injected"));
                        refs.put(f.getName(), r);
                    }
                }
            }
        }
    }

    /** Since 3.0 Spring hands out a lazy proxy; the real one is behind the ReferenceConfig. */
    Object real(String id, Object proxy) throws Exception {
        if (context == null) {
            return proxy;
        }
        java.lang.reflect.Method m;
        try {
            m = ReferenceBean.class.getMethod("getReferenceConfig");
        } catch (NoSuchMethodException e) {
            return proxy;
        }
        for (ReferenceBean<?> b : context.getBeansOfType(ReferenceBean.class).values()) {
            if (b.getObject() == proxy) {
                Object config = m.invoke(b);
                return config.getClass().getMethod("get").invoke(config);
            }
        }
        return proxy;
    }
}

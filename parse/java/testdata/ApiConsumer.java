package com.acme.shop.api.client;

import com.acme.shop.api.OrderService;
import com.acme.shop.api.StockService;
import java.util.*;
import org.apache.dubbo.config.*;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.config.bootstrap.builders.*;
import org.apache.dubbo.config.spring.ReferenceBean;

class ApiConsumer {
    private final ReferenceConfig<StockService> stock = new ReferenceConfig<>();
    private ConsumerConfig consumer;

    void earlier() { late.setTimeout(10); }

    ApiConsumer() {
        stock.setRetries(0);
        consumer = new ConsumerConfig();
        this.consumer.setTimeout(2 * 1000);
    }

    OrderService straight(RegistryConfig registry) {
        ReferenceConfig<OrderService> ref = new ReferenceConfig<>();
        ref.setInterface(OrderService.class);
        ref.setApplication(new ApplicationConfig("order-web"));
        ref.setRetries(-1);
        MethodConfig create = new MethodConfig();
        create.setName("createOrder");
        create.setRetries(Limits.NONE);
        List<MethodConfig> methods = new ArrayList<>();
        methods.add(create);
        ref.setMethods(methods);
        ref.setConsumer(consumer);
        registry.setAddress("n/a");
        return ref.get();
    }

    void branches(boolean slow, ReferenceConfig<?> stock) {
        ReferenceConfig<OrderService> ref;
        try {
            ref = new org.apache.dubbo.config.ReferenceConfig<OrderService>();
            ref.setCheck(false);
            if (slow) ref.setTimeout(9000);
            for (String g : groups()) { ref.setGroup(g); }
            hooks.add(() -> ref.setLazy(true));
        } finally { close(); }
        stock.setRetries(5);
        switch (mode()) { case 1: ref.setCluster("failfast"); break; default: }
        ref.setId("last");
    }

    void later() { this.stock.setTimeout(50); late = new ReferenceConfig<StockService>(); late.setRetries(2); }

    void builders() {
        ReferenceConfig<OrderService> built = ReferenceBuilder.<OrderService>newBuilder()
            .interfaceClass(OrderService.class).retries(1)
            .addMethod(MethodBuilder.newBuilder().name("find").retries(3).build())
            .build();
        built.setCheck(true);
        ConsumerBuilder all = ConsumerBuilder.newBuilder();
        all.timeout(800);
        DubboBootstrap.getInstance().application("web")
            .registry(new RegistryConfig("zookeeper://127.0.0.1:2181"))
            .consumer(c -> c.check(false))
            .reference("order", (builder) -> {
                builder.interfaceClass(OrderService.class);
                if (canary()) builder.retries(0);
            })
            .reference(built).start();
    }

    @Bean
    ReferenceBean<OrderService> bean() {
        return new ReferenceBean<>();
    }

    @Bean
    ReferenceBean<OrderService> beanOfBuilder() {
        return new ReferenceBeanBuilder().setGroup("g").setRetries(0).build();
    }

    void braces() {
        run(new ReferenceConfig<StockService>() {{ setRetries(0); this.setTimeout(1); super.setLazy(true); }
            @Override public void setRetries(Integer n) { setCheck(false); super.setRetries(n); }
        });
        ref().setMethods(Arrays.asList(new MethodConfig() {{ setName("a"); }}));
    }
}

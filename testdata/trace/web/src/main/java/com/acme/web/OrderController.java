package com.acme.web;

import com.acme.api.CreateOrder;
import com.acme.api.OrderService;
import java.util.UUID;
import org.apache.dubbo.config.annotation.DubboReference;

@RestController
public class OrderController {
    @DubboReference(retries = 1, timeout = 2000)
    private OrderService orderService;

    @PostMapping("/orders")
    public String create(String article) {
        for (int attempt = 0; attempt < 3; attempt++) {
            try {
                CreateOrder command = new CreateOrder();
                command.setRequestNo(UUID.randomUUID().toString());
                command.setArticle(article);
                return orderService.createOrder(command);
            } catch (RuntimeException e) {
                log.warn("once more", e);
            }
        }
        throw new IllegalStateException("not ordered");
    }

    @PostMapping("/payments")
    public String pay(@RequestHeader("Idempotency-Key") String key, String orderNo) {
        return orderService.payOrder(key, orderNo);
    }
}

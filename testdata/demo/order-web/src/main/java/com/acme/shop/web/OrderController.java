package com.acme.shop.web;

import com.acme.shop.api.InventoryService;
import com.acme.shop.api.Order;
import com.acme.shop.api.OrderService;
import com.acme.shop.api.PaymentService;
import org.apache.dubbo.config.annotation.Reference;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class OrderController {

    // Nothing is set: Dubbo's two retries are for reads as well as for writes.
    @Reference
    private OrderService orderService;

    // Written to be called once. Dubbo 2.7.6 runs failover all the same.
    @Reference(cluster = "failfast", timeout = 2000)
    private InventoryService inventoryService;

    // The provider says retries=0, which this version takes over, and
    // timeout=3000, which is longer than the caller waits.
    @Reference(timeout = 1000)
    private PaymentService paymentService;

    @PostMapping("/orders")
    public String order(@RequestBody Order order) {
        inventoryService.deductStock(order.getArticle(), order.getQuantity());
        paymentService.charge(order.getCustomer(), order.getPrice());
        return orderService.createOrder(order);
    }

    @GetMapping("/orders/{orderNo}")
    public Order order(@PathVariable String orderNo) {
        return orderService.getOrder(orderNo);
    }
}

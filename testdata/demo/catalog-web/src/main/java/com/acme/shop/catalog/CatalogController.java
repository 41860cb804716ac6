package com.acme.shop.catalog;

import com.acme.shop.api.InventoryService;
import com.acme.shop.api.OrderService;
import org.apache.dubbo.config.annotation.DubboReference;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class CatalogController {

    // Reads may be tried again; the write is not.
    @DubboReference(timeout = 2000, retries = 0)
    private OrderService orderService;

    @DubboReference(timeout = 2000, retries = 0)
    private InventoryService inventoryService;

    @GetMapping("/stock/{article}")
    public int stock(@PathVariable String article) {
        return inventoryService.countStock(article);
    }

    @PostMapping("/orders/{orderNo}/cancel")
    public void cancel(@PathVariable String orderNo) {
        orderService.cancelOrder(orderNo);
    }
}

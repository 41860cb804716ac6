package com.acme.shop.inventory;

import com.acme.shop.api.InventoryService;
import com.acme.shop.api.OrderService;
import com.acme.shop.api.PaymentService;
import com.acme.shop.api.SupplierService;
import java.math.BigDecimal;
import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.annotation.DubboService;

@DubboService
public class InventoryServiceImpl implements InventoryService {

    // -1 is the annotation's default on 3.x, so it says nothing.
    @DubboReference(retries = -1, timeout = 2000)
    private OrderService orderService;

    // payment-service says retries=0; a 3.x consumer does not take it over.
    @DubboReference(timeout = 5000)
    private PaymentService paymentService;

    // With one address 3.x always runs failover.
    @DubboReference(url = "dubbo://10.20.0.7:20880", cluster = "failfast", check = false, timeout = 2000)
    private SupplierService supplierService;

    @Override
    public void deductStock(String article, int quantity) {
        supplierService.placeOrder(article, quantity);
    }

    @Override
    public int countStock(String article) {
        return 0;
    }

    void outOfStock(String orderNo, String customer, BigDecimal amount) {
        orderService.cancelOrder(orderNo);
        paymentService.refund(customer, amount);
    }
}

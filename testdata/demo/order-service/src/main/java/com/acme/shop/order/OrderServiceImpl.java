package com.acme.shop.order;

import com.acme.shop.api.InventoryService;
import com.acme.shop.api.Order;
import com.acme.shop.api.OrderService;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

public class OrderServiceImpl implements OrderService {

    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private InventoryService inventoryService;

    @Override
    public String createOrder(Order order) {
        String orderNo = UUID.randomUUID().toString();
        orders.put(orderNo, order);
        return orderNo;
    }

    @Override
    public void cancelOrder(String orderNo) {
        Order order = orders.remove(orderNo);
        if (order != null) {
            inventoryService.deductStock(order.getArticle(), -order.getQuantity());
        }
    }

    @Override
    public Order getOrder(String orderNo) {
        return orders.get(orderNo);
    }

    public void setInventoryService(InventoryService inventoryService) {
        this.inventoryService = inventoryService;
    }
}

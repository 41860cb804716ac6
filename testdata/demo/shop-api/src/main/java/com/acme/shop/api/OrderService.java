package com.acme.shop.api;

/** Orders. Provided by order-service. */
public interface OrderService {

    /** Stores a new order and returns its number. */
    String createOrder(Order order);

    /** Takes an order back. */
    void cancelOrder(String orderNo);

    Order getOrder(String orderNo);
}

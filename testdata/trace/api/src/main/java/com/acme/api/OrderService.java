package com.acme.api;

public interface OrderService {
    String createOrder(CreateOrder command);

    String payOrder(String requestNo, String orderNo);
}

package com.acme.shop.api;

import java.math.BigDecimal;

/** Payments. Provided by payment-service. */
public interface PaymentService {

    /** Takes money from a customer's account. */
    void charge(String customer, BigDecimal amount);

    /** Gives money back. */
    void refund(String customer, BigDecimal amount);
}

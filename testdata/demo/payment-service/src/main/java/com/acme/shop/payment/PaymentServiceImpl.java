package com.acme.shop.payment;

import com.acme.shop.api.PaymentService;
import com.acme.shop.api.ReceiptService;
import java.math.BigDecimal;

public class PaymentServiceImpl implements PaymentService {

    private ReceiptService receiptService;

    @Override
    public void charge(String customer, BigDecimal amount) {
        receiptService.sendReceipt(customer, amount);
    }

    @Override
    public void refund(String customer, BigDecimal amount) {
        receiptService.sendReceipt(customer, amount.negate());
    }

    public void setReceiptService(ReceiptService receiptService) {
        this.receiptService = receiptService;
    }
}

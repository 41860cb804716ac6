package com.acme.shop.api;

import java.math.BigDecimal;

/** Receipts by mail: provided by the mail gateway, which is not in this tree. */
public interface ReceiptService {

    void sendReceipt(String customer, BigDecimal amount);
}

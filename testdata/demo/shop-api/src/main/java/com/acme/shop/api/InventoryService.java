package com.acme.shop.api;

/** Stock. Provided by inventory-service. */
public interface InventoryService {

    /** Takes articles out of the stock. */
    void deductStock(String article, int quantity);

    int countStock(String article);
}

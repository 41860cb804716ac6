package com.acme.shop.api;

/** The supplier's side of the wire: provided by another firm. */
public interface SupplierService {

    /** Orders articles from the supplier. */
    void placeOrder(String article, int quantity);
}

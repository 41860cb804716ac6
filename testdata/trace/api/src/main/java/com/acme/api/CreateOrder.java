package com.acme.api;

public class CreateOrder {
    private String requestNo;
    private String article;
}

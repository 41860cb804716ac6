package com.acme.order;

public interface PaymentMapper {
    @Insert("insert into payment (request_no, order_no) values (#{requestNo}, #{orderNo})")
    int insert(Payment payment);

    @Select("select * from payment where request_no = #{requestNo}")
    Payment selectByRequestNo(String requestNo);
}

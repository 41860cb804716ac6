package com.acme.order;

public interface OrderMapper {
    @Insert("insert into orders (request_no, article) values (#{requestNo}, #{article})")
    int insert(Order order);

    @Select("select * from orders where request_no = #{requestNo}")
    Order selectByRequestNo(String requestNo);
}

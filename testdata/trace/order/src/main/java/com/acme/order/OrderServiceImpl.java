package com.acme.order;

import com.acme.api.CreateOrder;
import com.acme.api.OrderService;
import org.apache.dubbo.config.annotation.DubboService;

@DubboService
public class OrderServiceImpl implements OrderService {
    private OrderMapper orderMapper;
    private PaymentMapper paymentMapper;
    private RocketMQTemplate rocketMQTemplate;

    @Override
    public String createOrder(CreateOrder command) {
        Order earlier = orderMapper.selectByRequestNo(command.getRequestNo());
        if (earlier != null) {
            log.warn("ordered before: {}", earlier);
        }
        Order order = new Order(command);
        orderMapper.insert(order);
        rocketMQTemplate.syncSend("ordered", order.getOrderNo());
        return order.getOrderNo();
    }

    @Override
    public String payOrder(String requestNo, String orderNo) {
        Payment earlier = paymentMapper.selectByRequestNo(requestNo);
        if (earlier != null) {
            if (!earlier.getOrderNo().equals(orderNo)) {
                throw new IllegalArgumentException("the request number was used for another order");
            }
            return earlier.getPaymentNo();
        }
        Payment payment = new Payment(requestNo, orderNo);
        paymentMapper.insert(payment);
        return payment.getPaymentNo();
    }
}

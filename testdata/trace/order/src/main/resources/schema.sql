create table orders (id bigint auto_increment primary key, request_no varchar(64), article varchar(64));
create table payment (id bigint auto_increment primary key, request_no varchar(64), order_no varchar(64),
  unique key uk_request (request_no));

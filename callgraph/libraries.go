package callgraph

import (
	"strings"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// library is what the methods of a client do. EffectNone is a method without
// effect; one that is neither in methods nor has a prefix is unknown.
type library struct {
	kind     Kind
	methods  map[string]decl.Effect
	prefixes []prefix
}

type prefix struct {
	text string
	does decl.Effect
}

// redis are the operations of Spring Data Redis (ValueOperations ...), Jedis
// and Redisson. Those that add are told from those that set.
var redis = &library{kind: Redis, methods: map[string]decl.Effect{
	"increment": decl.EffectInsert, "decrement": decl.EffectInsert, "leftPush": decl.EffectInsert, "rightPush": decl.EffectInsert,
	"leftPushAll": decl.EffectInsert, "rightPushAll": decl.EffectInsert, "leftPop": decl.EffectInsert, "rightPop": decl.EffectInsert,
	"pop": decl.EffectInsert, "append": decl.EffectInsert, "convertAndSend": decl.EffectInsert, "publish": decl.EffectInsert,
	"incrementScore": decl.EffectInsert, "incrementAndGet": decl.EffectInsert, "getAndIncrement": decl.EffectInsert, "addAndGet": decl.EffectInsert,
	"incr": decl.EffectInsert, "incrBy": decl.EffectInsert, "decr": decl.EffectInsert, "decrBy": decl.EffectInsert,
	"hincrBy": decl.EffectInsert, "zincrby": decl.EffectInsert, "lpush": decl.EffectInsert, "rpush": decl.EffectInsert,
	"lpop": decl.EffectInsert, "rpop": decl.EffectInsert, "blpop": decl.EffectInsert, "brpop": decl.EffectInsert,
	"setIfAbsent": decl.EffectInsertIgnore, "putIfAbsent": decl.EffectInsertIgnore, "setnx": decl.EffectInsertIgnore, "trySet": decl.EffectInsertIgnore,
	"set": decl.EffectUpdate, "multiSet": decl.EffectUpdate, "put": decl.EffectUpdate, "putAll": decl.EffectUpdate, "add": decl.EffectUpdate,
	"setex": decl.EffectUpdate, "psetex": decl.EffectUpdate, "hset": decl.EffectUpdate, "hmset": decl.EffectUpdate, "sadd": decl.EffectUpdate,
	"zadd": decl.EffectUpdate, "getAndSet": decl.EffectUpdate, "getSet": decl.EffectUpdate, "expire": decl.EffectUpdate,
	"expireAt": decl.EffectUpdate, "persist": decl.EffectUpdate, "rename": decl.EffectUpdate, "setBit": decl.EffectUpdate,
	"delete": decl.EffectDelete, "del": decl.EffectDelete, "hdel": decl.EffectDelete, "srem": decl.EffectDelete, "zrem": decl.EffectDelete,
	"remove": decl.EffectDelete, "unlink": decl.EffectDelete, "removeRange": decl.EffectDelete, "trim": decl.EffectDelete,
	"lock": decl.EffectNone, "unlock": decl.EffectNone, "tryLock": decl.EffectNone, "close": decl.EffectNone, "isLocked": decl.EffectNone,
	"isHeldByCurrentThread": decl.EffectNone, "getResource": decl.EffectNone, "executePipelined": decl.EffectNone, "returnResource": decl.EffectNone,
	"hgetAll": decl.EffectSelect, "hget": decl.EffectSelect, "hmget": decl.EffectSelect, "mget": decl.EffectSelect, "entries": decl.EffectSelect,
	"smembers": decl.EffectSelect, "members": decl.EffectSelect, "size": decl.EffectSelect, "score": decl.EffectSelect, "reverseRank": decl.EffectSelect,
	"ttl": decl.EffectSelect, "llen": decl.EffectSelect, "lrange": decl.EffectSelect, "multiGet": decl.EffectSelect, "contains": decl.EffectSelect,
}, prefixes: []prefix{
	{"opsFor", decl.EffectNone}, {"boundValue", decl.EffectNone}, {"bound", decl.EffectNone}, {"getConnection", decl.EffectNone},
	{"getLock", decl.EffectNone}, {"get", decl.EffectSelect}, {"has", decl.EffectSelect}, {"is", decl.EffectSelect},
	{"exists", decl.EffectSelect}, {"keys", decl.EffectSelect}, {"range", decl.EffectSelect}, {"reverseRange", decl.EffectSelect},
	{"set", decl.EffectNone}, {"values", decl.EffectSelect}, {"count", decl.EffectSelect},
}}

// index are the clients of a search engine whose documents stand under their
// ids: a second one takes the place of the first.
var index = &library{kind: Redis, methods: map[string]decl.Effect{
	"add": decl.EffectUpdate, "addBean": decl.EffectUpdate, "addBeans": decl.EffectUpdate, "saveBean": decl.EffectUpdate, "saveBeans": decl.EffectUpdate,
	"commit": decl.EffectNone, "optimize": decl.EffectNone, "rollback": decl.EffectNone, "close": decl.EffectNone,
}, prefixes: []prefix{{"deleteBy", decl.EffectDelete}, {"query", decl.EffectSelect}, {"get", decl.EffectSelect}, {"count", decl.EffectSelect}, {"ping", decl.EffectSelect}}}

// page are what writes a file: the one that is there is replaced.
var page = &library{kind: File, methods: map[string]decl.Effect{
	"process": decl.EffectUpdate, "merge": decl.EffectUpdate, "write": decl.EffectUpdate,
	"getTemplate": decl.EffectNone, "getConfiguration": decl.EffectNone, "flush": decl.EffectNone, "close": decl.EffectNone,
}}

// ranks are methods of a key-value store that add to a score in a ranking.
var ranks = words("incrementScore zincrby zincrBy addScore")

// sender are the clients of brokers and mail servers, and open connections: what
// begins with a verb of sending sends.
var sender = &library{kind: Message, prefixes: []prefix{
	{"send", decl.EffectInsert}, {"syncSend", decl.EffectInsert}, {"asyncSend", decl.EffectInsert}, {"convertAndSend", decl.EffectInsert},
	{"writeAndFlush", decl.EffectInsert}, {"convertSendAndReceive", decl.EffectInsert}, {"publish", decl.EffectInsert}, {"sendOneWay", decl.EffectInsert}, {"syncSendOrderly", decl.EffectInsert},
	{"createMimeMessage", decl.EffectNone},
}}

// http are the clients of HTTP: what reads is told from the rest.
var http = &library{kind: HTTP, prefixes: []prefix{{"getFor", decl.EffectSelect}, {"headFor", decl.EffectSelect}, {"optionsFor", decl.EffectSelect}}}

// libraries are keyed by simple name, as package names changed over the years.
var libraries = map[string]*library{
	"RedisTemplate": redis, "StringRedisTemplate": redis, "RedisOperations": redis, "ValueOperations": redis, "HashOperations": redis,
	"ListOperations": redis, "SetOperations": redis, "ZSetOperations": redis, "BoundHashOperations": redis, "BoundValueOperations": redis,
	"BoundZSetOperations": redis, "BoundSetOperations": redis, "BoundListOperations": redis, "HyperLogLogOperations": redis, "GeoOperations": redis,
	"RSet": redis, "RScoredSortedSet": redis, "RMapCache": redis, "RSetCache": redis, "RList": redis,
	"Jedis": redis, "JedisCluster": redis, "JedisPool": redis, "ShardedJedis": redis, "JedisCommands": redis,
	"RedissonClient": redis, "RLock": redis, "RBucket": redis, "RAtomicLong": redis, "RMap": redis, "RedisConnection": redis,
	"RocketMQTemplate": sender, "KafkaTemplate": sender, "RabbitTemplate": sender, "AmqpTemplate": sender, "JmsTemplate": sender,
	"JmsMessagingTemplate": sender, "RabbitMessagingTemplate": sender, "DefaultMQProducer": sender, "MQProducer": sender, "TransactionMQProducer": sender,
	"KafkaProducer": sender, "StreamBridge": sender, "MessageChannel": sender, "JavaMailSender": sender, "JavaMailSenderImpl": sender, "MailSender": sender,
	"ChannelHandlerContext": sender,
	"Template":              page, "Configuration": page, "FreeMarkerConfigurer": page, "FileWriter": page, "FileOutputStream": page,
	"SolrClient": index, "HttpSolrClient": index, "CloudSolrClient": index, "SolrServer": index, "HttpSolrServer": index, "SolrTemplate": index,
	"RestTemplate": http, "AsyncRestTemplate": http,
}

// harmlessPackages hold types whose methods change nothing that lasts.
var harmlessPackages = strings.Fields(`java.lang. java.util. java.math. java.text. java.time. java.security. javax.crypto. java.nio.charset.
	org.slf4j. org.apache.commons.lang org.apache.commons.logging. org.apache.commons.collections org.apache.commons.codec. org.apache.commons.beanutils.
	org.apache.log4j. org.apache.logging. com.alibaba.fastjson com.fasterxml.jackson. com.google.common. com.google.gson. lombok. cn.hutool.core.
	cn.hutool.json. cn.hutool.crypto. org.springframework.util. org.springframework.beans. org.springframework.data.domain. org.joda.time.
	com.github.pagehelper. org.springframework.transaction. com.baomidou.mybatisplus. tk.mybatis. org.mapstruct. ma.glasnost. org.dozer.
	org.springframework.security.crypto. io.jsonwebtoken. org.apache.ibatis.session.RowBounds com.querydsl. javax.persistence.criteria.
	org.springframework.dao. org.springframework.data.mongodb.core.query. org.springframework.data.mongodb.core.aggregation.
	org.springframework.data.mongodb.core.FindAndModifyOptions net.sf.json. org.springframework.messaging.support. org.apache.rocketmq.common.message. org.apache.shiro.crypto`)

func harmless(fqn string) bool {
	if fqn == "java.lang.Runtime" || strings.HasPrefix(fqn, "java.util.concurrent.Executor") {
		return false
	}
	return ofLibrary(fqn) || utilities[simple(fqn)]
}

func ofLibrary(fqn string) bool {
	for _, p := range harmlessPackages {
		if strings.HasPrefix(fqn, p) {
			return true
		}
	}
	return primitive[fqn]
}

var primitive = words("void boolean byte short int long char float double")

// utilities are types of java.lang and java.util by simple name, as a wildcard
// import or java.lang leaves their package open.
var utilities = words(`String StringBuilder StringBuffer Integer Long Short Byte Boolean Double Float Number Character Math Object Objects
	Class System Thread List ArrayList LinkedList Map HashMap LinkedHashMap TreeMap ConcurrentHashMap Set HashSet LinkedHashSet TreeSet
	Collection Collections Arrays Optional Date Calendar UUID Random Iterator Stream Collectors StringUtils URLEncoder URLDecoder BigDecimal BigInteger
	SimpleDateFormat LocalDate LocalDateTime Duration Instant Comparator Exception RuntimeException Throwable Enum StringJoiner
	ThreadLocal InheritableThreadLocal TransmittableThreadLocal Locale TimeUnit Pattern Matcher
	BeanUtils CollectionUtils JSON JSONObject JSONArray DateTimeFormatter Logger LoggerFactory Entry Map.Entry Deque Queue ArrayDeque`)

// harmlessMethod tells by the name alone that a method of an unknown object
// changes nothing that lasts: those of streams, builders, strings and data.
func harmlessMethod(name string) bool { return accessor(name) || harmlessNames[name] }

var harmlessNames = words(`stream parallelStream filter map flatMap mapToInt mapToLong mapToObj collect forEach sorted limit skip distinct
	findFirst findAny orElse orElseGet orElseThrow ifPresent isPresent anyMatch allMatch noneMatch reduce count sum max min boxed peek
	size length trim split substring indexOf contains containsKey startsWith endsWith replace replaceAll toLowerCase toUpperCase
	equalsIgnoreCase compareTo append insert reverse keySet entrySet values iterator next hasNext intValue longValue doubleValue
	subtract multiply divide negate abs compare format parse eq ne gt ge lt le like in between orderByDesc orderByAsc select last
	printStackTrace info warn error debug trace currentTimeMillis after before plus minus plusDays minusDays plusHours minusHours
	getClass notNull isNull nonNull join concat charAt matches intern thenComparing comparing apply accept test andThen
	setScale booleanValue remove removeIf clear lambda key text description desc id success fail failure ok data result bytes and or createCriteria list inc`)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

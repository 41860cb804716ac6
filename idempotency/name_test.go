package idempotency

import (
	"regexp"
	"strings"
	"testing"

	"github.com/dubboaudit/dubboaudit/lang"
)

// names lists method names by the verdict they must get: the kind, for writes
// the strength, "$" for money and stock, and "?" where the confidence must be
// low.
var names = map[string]string{
	"read": `get getById getOrderById getOrderByOrderNo getNotifyByOrderNoAndNotifyType query queryOrderList queryById find
		findAll findByName findByUserIdAndPayStatus select selectOne selectByPrimaryKey selectForUpdate list listUsers
		listOrders listBlackAndMuteList count countByStatus count4Agent countCart page pageUser pageOrders search
		searchShopAndCustomer isVip isExist hasRole exists existsByName existShopUrl qryOrder qryList questyItem quetyDetail
		queAddress seachItem load loadUser fetchOrder detail detailAdmin contains canCancelPayment canEdit getRuleList
		GetRuleAlert GET_user checkToken checkStock validateCoupon verifySmsCode validCode calcFreight calculatePrice
		computeTotal parseXml exportOrders testConnection convertMoney compareTo sortItems sayHello hello echo ping greeting
		health buildTree mapRoles encodeUrl sum sumAmount total totalMessages statistics rank previewPage
		orderList orderDetail orderCount userResources commentList storeStatistics wxpayCashQuery paySearch
		paymentDetail refundList transferHistory recordList reportDetail reviewCount orderStatus userList adminlist
		prizeslist attendlist activityTotalCount behindQueryOrderList adminSearchUser collectionStatus envList
		hotRanking orgTree rolePermission integralSum daySuccessRate workOrderGet filterGet starList geteventScore
		selectpage findbyname countgetPage executeQuery doSearch batchQuery batchGetUsers batchCheckStatus myOrders1List
		chaxunDingdan recommend recommendGoods matchWords watch listenerList countsByDay`,

	"read?": `getToken fetchToken getAccessToken getCaptcha getTicket`,

	"write A": `create createOrder createUser add addUser addAddress addScore addToCart addUserList save saveUser
		saveOrder saveDetailInfo insert insertBatch insertSelective insertList register registerUser agentRegister
		regist submit submitOrder submitTask apply applyCreate placeOrder place reserveSeat importList importUsers reply
		copy copyShop cloneCategory buy purchase createOrderItems createTokenConfig batchSaveUser saveBatch batchInsert
		batchAddTags wxCreateOrder userCreateOrder adminAddRole autoCreateOrder doCreate doSave execSave
		toggle toggleLike flipSwitch increaseStep incrCounter decreOrIncre increNum plusPaidNum addRecord addVote newSave adds addcontract
		createOrderFromCart createByTemplate saveAndSendMessage checkAndSubmit activitySignUpSubmit consumeScore
		draw exchange receiveCoupon grantRole xiadan tijiaoDingdan xinzengYonghu order book
		executeOrder processOrder saveUserAndAddress`,

	"write A$": `pay payOrder doPay execPay executePay processPayment handlePayment handlePaymentCallback payment payIndex
		prePay prepay backPay thirdpay wxpayCash chinapayCash refund refundOrder execRefund executeRefund applyRefund
		refundApply requestRefund submitRefund transfer transferTo transferFrom transferAccount deduct deductStock
		deductBalance batchDeduct debit debitToAccount credit creditToAccount credit2Account creditToAccountTcc
		charge withdraw settle settleOrder freezeAmount unfreezeAmount unFreezeAmount unFreeze4AgentpayFail deposit depositCash recharge
		topUp merchantTopup reduceStock increaseStock decreaseInventory decrBalance incrStock plusStock minusBalance
		increaseAmount consumeCash consumeCoin grantCoinReward createRefund createRefundOrder createPayOrder
		createPayment createPayTransaction addWalletBalance addBalance addStock insertPayment savePayment
		completeScanPay completeScanPayByResult initDirectScanPay confirmPayment proceedSettle auditSett dealBankSettleDetail
		userAccountRollIn userAccountRollOut outCheckout remit batchReduceStock autoRefund wxRefund userPay
		updateTransactionPriceTotalIncr zhifu tuikuan kouStock chongzhi handleSettCollect redeem`,

	"write B": `comment send sendMessage sendSms sendSmsCode batchSendSms notify notifyEvent push pushMessage reSendMessage
		resendMail commonSendAlias trigger remind dispatchJob broadcastEvent paymentResultNotify alipayNotify
		saveOrUpdate insertOrUpdate addOrUpdate createOrModify updateOrInsert saveOrUpdateBatch createOrUpdateContract
		createUserIfAbsent publish publishContent openAccount upload uploadFile joinTeam join loginThirdBindPhone bindPhone bind subscribe
		signIn checkIn follow record generateReport upsert issueCoupon saveLoginLog saveLog createAccessLog insertLog createSmsCode
		increaseViewCount increaseLikeCount increaseViews incrReadCount`,

	"write B?": `updateScore updateCartNum updateQuantity modifyPoints commit confirm complete completeOrder
		confirmOrder confirmReceipt audit auditComment useCouponCard lockItem lock release releaseUserCoupon sync syncUser
		finish finishTask approveSubmit ship shipOrder start startProcess workOrderFinish recordLoginInfo orderItem orderDelivery getOrCreate
		addDomainToRedis insertItemIntoCache
		findOrCreateUser`,

	"write B$?": `updateStock updateAmount updateBalance modifyInventory cancelPayment cancelRefund refuseCash
		outPlatformTransfer closePayment`,

	"idempotent": `delete deleteById deleteOrder deleteUserList batchDelete remove removeRole del delById clear
		clearCart clean emptyCart destroy logout unbindThird revoke updateStatus updateOrderStatus updateStatusById
		updateStatusByIdList updateStatus4Success updatePaymentStatus batchUpdateOrderStatus modifyState editPassword
		resetUserPassword setRemarkName updateShelvesFlag modifySort updatePhone workOrderDel deletetAnswer
		deletebyid updatemimeterTaskStatus`,

	"idempotent?": `saveCartListToRedis saveCodeInCache putUser2Redis update updateUser updateById updateOrder updateSelective updatebyid modify modifyUser edit editItem
		change changeOwner set setObject reset motifyTheme moifyUser rename enable disable online offline
		unpublish activateCategory blockUser banSpeak hideComment restoreComment refreshToken rebuildInfo
		generateOrderNo generateToken createInquiryNo nextId updatePhoneNum updateSortNum activityInfoEdit
		frozenUser freezeUser updateUserInfo pause shutdown topComment`,

	"unknown?": `handle process execute run invoke deal doIt cancel cancelOrder close closeOrder merge mergeCart
		login loginByCode userLogin webLoginThird reject handleCheckMistake processEvent callTacheComponent prepOrderItems
		handCancelNoPayOrder noPayOrderCancel initAccount array primitiveInt walletOperation lion organization scale
		initItems executeBot x _ $`,
}

func TestName(t *testing.T) {
	lex := newLexicon()
	n := 0
	for want, list := range names {
		for name := range strings.FieldsSeq(list) {
			n++
			v := lex.name(name)
			if got := verdictText(v, strings.HasSuffix(want, "?")); got != want {
				t.Errorf("%s = %s (%s), want %s", name, got, v.why, want)
			}
		}
	}
	if n < 400 {
		t.Errorf("%d names, want several hundred", n)
	}
}

func verdictText(v nameVerdict, withConfidence bool) string {
	s := string(v.kind)
	if v.strength > NoStrength {
		s += [...]string{"", " B", " A"}[v.strength]
	}
	if v.money {
		s += "$"
	}
	if withConfidence && v.confidence == low {
		s += "?"
	}
	return s
}

func TestNameConfidence(t *testing.T) {
	lex := newLexicon()
	for name, want := range map[string]confidence{
		"createOrder": high, "payOrder": medium, "pay": high, "deductStock": high, "batchSendSms": high,
		"processPayment": medium, "agentRegister": high, "orderList": medium, "checkStock": medium,
		"updateUser": low, "updateUserStatus": medium, "deleteUser": high, "cancelOrder": low, "auditOrder": low,
	} {
		if got := lex.name(name).confidence; got != want {
			t.Errorf("%s: confidence %v, want %v", name, got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"saveOrUpdate4VIPUser": "save or update 4 vip user",
		"getURLById":           "get url by id",
		"CREATE_ORDER":         "create order",
		"HTTPServer2":          "http server 2",
		"unFreeze":             "un freeze",
		"":                     "",
		"__":                   "",
		"查询订单":                 "查询订单",
	} {
		if got := strings.Join(split(name), " "); got != want {
			t.Errorf("split(%q) = %q, want %q", name, got, want)
		}
	}
}

// A word in two rows of the vocabulary would be graded by chance.
func TestVocabularyIsUnambiguous(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range vocabulary {
		for w := range strings.FieldsSeq(row.words) {
			if seen[w] {
				t.Errorf("%q stands in two rows", w)
			}
			seen[w] = true
			if prefixes[w] {
				t.Errorf("%q is also a prefix", w)
			}
		}
	}
}

func FuzzName(f *testing.F) {
	for _, list := range names {
		for name := range strings.FieldsSeq(list) {
			f.Add(name)
		}
	}
	lex := newLexicon()
	f.Fuzz(func(t *testing.T, name string) {
		v := lex.name(name)
		if v.kind == "" || v.why.IsZero() || (v.kind == Write) != (v.strength != NoStrength) {
			t.Errorf("%q: %+v", name, v)
		}
	})
}

// TestSaid: a verdict by name says nothing in plain letters but words of the
// name.
func TestSaid(t *testing.T) {
	word := regexp.MustCompile(`[a-z]+`)
	judge := NewJudge(Lists{})
	for _, list := range names {
		for name := range strings.FieldsSeq(list) {
			for _, e := range judge.ByName("com.acme.OrderService", name).Evidence {
				for _, w := range word.FindAllString(e.Text.In(lang.Pseudo), -1) {
					if !strings.Contains(strings.ToLower(name), w) {
						t.Errorf("%s: %q in %s", name, w, e.Text)
					}
				}
			}
		}
	}
}

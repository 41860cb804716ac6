package mapper

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dubboaudit/dubboaudit/parse/decl"
)

// Inherited returns what a method does that a framework implements. Super is
// the name of the type that declares it, qualified or not: "BaseMapper",
// "org.springframework.data.jpa.repository.JpaRepository". The effect is
// EffectNone where neither the type nor a method of that name is known.
//
// Updates through these methods write the values of an entity, so they are
// absolute; but a wrapper given to MyBatis-Plus may hold any SQL
// (setSql("n = n - 1")).
func Inherited(super, method string) decl.Effect {
	super = super[strings.LastIndexByte(super, '.')+1:]
	family, ok := families[super]
	if !ok {
		return decl.EffectNone
	}
	if e, ok := family[method]; ok {
		return e
	}
	for _, prefix := range readers {
		if strings.HasPrefix(method, prefix) {
			return decl.EffectSelect
		}
	}
	return decl.EffectNone
}

// readers begin the names of methods that only read, in all families.
var readers = []string{"select", "find", "get", "list", "page", "count", "exist", "query", "read", "search", "one", "obj", "map"}

// methods makes a family of "effect: names".
func methods(groups map[decl.Effect]string) map[string]decl.Effect {
	m := map[string]decl.Effect{}
	for effect, names := range groups {
		for _, name := range strings.Fields(names) {
			m[name] = effect
		}
	}
	return m
}

var (
	// com.baomidou.mybatisplus.core.mapper.BaseMapper (2.x:
	// com.baomidou.mybatisplus.mapper.BaseMapper), and Model, which entities
	// extend.
	plusMapper = methods(map[decl.Effect]string{
		decl.EffectInsert: "insert insertAllColumn insertBatch insertBatchSomeColumn",
		decl.EffectSave:   "insertOrUpdate insertOrUpdateAllColumn",
		decl.EffectUpdate: "update updateById updateAllColumnById updateForSet alwaysUpdateSomeColumnById",
		decl.EffectDelete: "delete deleteById deleteByMap deleteBatchIds deleteByIds deleteLogicById",
	})
	// com.baomidou.mybatisplus.extension.service.IService and ServiceImpl.
	plusService = methods(map[decl.Effect]string{
		decl.EffectInsert: "save saveBatch insert insertAllColumn insertBatch",
		decl.EffectSave:   "saveOrUpdate saveOrUpdateBatch insertOrUpdate insertOrUpdateBatch insertOrUpdateAllColumn insertOrUpdateAllColumnBatch",
		decl.EffectUpdate: "update updateById updateBatchById updateAllColumnById updateAllColumnBatchById updateForSet",
		decl.EffectDelete: "remove removeById removeByIds removeByMap removeBatchByIds delete deleteById deleteByMap deleteBatchIds",
	})
	// tk.mybatis.mapper.common.Mapper and its parts.
	tkMapper = methods(map[decl.Effect]string{
		decl.EffectInsert: "insert insertSelective insertList insertUseGeneratedKeys",
		decl.EffectSave:   "replace",
		decl.EffectUpdate: "updateByPrimaryKey updateByPrimaryKeySelective updateByPrimaryKeySelectiveForce updateByExample updateByExampleSelective updateByConditionSelective updateByCondition",
		decl.EffectDelete: "delete deleteByPrimaryKey deleteByExample deleteByCondition deleteByIds deleteByIdList",
	})
	// org.springframework.data.repository.CrudRepository and its kin. In
	// SimpleJpaRepository, save persists an entity that is new and merges
	// any other.
	springData = methods(map[decl.Effect]string{
		decl.EffectInsert: "insert",
		decl.EffectSave:   "save saveAll saveAndFlush saveAllAndFlush index",
		decl.EffectDelete: "delete deleteById deleteAll deleteAllById deleteInBatch deleteAllInBatch deleteAllByIdInBatch",
	})
	// jakarta.persistence.EntityManager, and Spring's HibernateTemplate.
	entityManager = methods(map[decl.Effect]string{
		decl.EffectInsert: "persist save",
		decl.EffectSave:   "merge saveOrUpdate",
		decl.EffectUpdate: "update",
		decl.EffectDelete: "remove delete",
		decl.EffectSelect: "load refresh",
	})
	// org.apache.ibatis.session.SqlSession and iBatis' SqlMapClient: the
	// statement is named by the first argument, and tells more.
	sqlSession = methods(map[decl.Effect]string{
		decl.EffectInsert: "insert", decl.EffectUpdate: "update", decl.EffectDelete: "delete", decl.EffectSelect: "selectOne selectList selectMap queryForObject queryForList",
	})
	// org.springframework.data.mongodb.core.MongoTemplate.
	mongo = methods(map[decl.Effect]string{
		decl.EffectInsert: "insert insertAll", decl.EffectSave: "save", decl.EffectUpsert: "upsert",
		decl.EffectUpdate: "updateFirst updateMulti findAndModify findAndReplace", decl.EffectDelete: "remove findAndRemove findAllAndRemove",
	})

	// families are keyed by simple name: projects copy and rename packages,
	// and the methods of two types of one name agree.
	families = map[string]map[string]decl.Effect{
		"BaseMapper": plusMapper, "SuperMapper": plusMapper, "MPJBaseMapper": plusMapper, "Model": plusMapper, "BaseMapperPlus": plusMapper,
		"IService": plusService, "ServiceImpl": plusService, "IRepository": plusService, "CrudRepositoryImpl": plusService, "MPJBaseService": plusService,
		"Mapper": tkMapper, "MySqlMapper": tkMapper, "InsertListMapper": tkMapper, "IdsMapper": tkMapper, "ConditionMapper": tkMapper,
		"ExampleMapper": tkMapper, "BaseInsertMapper": tkMapper, "BaseUpdateMapper": tkMapper, "BaseDeleteMapper": tkMapper,
		"CrudRepository": springData, "JpaRepository": springData, "PagingAndSortingRepository": springData, "ListCrudRepository": springData,
		"ListPagingAndSortingRepository": springData, "MongoRepository": springData, "ReactiveMongoRepository": springData,
		"ReactiveCrudRepository": springData, "ElasticsearchRepository": springData, "ElasticsearchCrudRepository": springData,
		"SimpleJpaRepository": springData, "JpaSpecificationExecutor": springData, "QueryByExampleExecutor": springData,
		"EntityManager": entityManager, "HibernateTemplate": entityManager,
		"SqlSession": sqlSession, "SqlSessionTemplate": sqlSession, "SqlMapClient": sqlSession, "SqlMapClientTemplate": sqlSession,
		"MongoTemplate": mongo, "MongoOperations": mongo,
	}
)

// Derived returns what a method of a Spring Data repository does by its name
// alone: "findByNo", "deleteByOrderIdAndState"; EffectNone for other names.
// The words are those of PartTree in spring-data-commons.
func Derived(method string) decl.Effect {
	for _, w := range derived {
		rest, ok := strings.CutPrefix(method, w.prefix)
		if !ok {
			continue
		}
		i := strings.Index(rest, "By")
		if first, _ := utf8.DecodeRuneInString(rest); i >= 0 && (i == 0 || unicode.IsUpper(first)) {
			return w.effect
		}
	}
	return decl.EffectNone
}

var derived = []struct {
	prefix string
	effect decl.Effect
}{
	{"find", decl.EffectSelect}, {"read", decl.EffectSelect}, {"get", decl.EffectSelect}, {"query", decl.EffectSelect},
	{"search", decl.EffectSelect}, {"stream", decl.EffectSelect}, {"count", decl.EffectSelect}, {"exists", decl.EffectSelect},
	{"delete", decl.EffectDelete}, {"remove", decl.EffectDelete},
}

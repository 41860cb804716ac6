# Needs Go; `make bench` uses rg and ast-grep where they are installed.
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 5s
BENCH_TREES ?= testdata/demo
space := $(subst ,, )

.PHONY: build test lint fuzz bench javac docs conformance differential precision

build:
	CGO_ENABLED=0 go build -trimpath -o dubboaudit ./cmd/dubboaudit

test:
	go test ./...

lint:
	test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	go vet ./...
	go run $(STATICCHECK) ./...

fuzz:
	.ci/fuzz $(FUZZTIME)

bench:
	BENCH_TREES="$(abspath $(BENCH_TREES))" go test -run '^$$' -bench . -benchmem ./...

# make javac TREES='~/src/one ~/src/two': the Java reader against javac's tree
javac:
	DUBBOAUDIT_JAVA_SOURCES="$(subst $(space),:,$(strip $(abspath $(TREES))))" \
	go test ./parse/java -run '^TestJavac$$' -count 1 -timeout 2h -v

docs:
	go test ./conformance -run 'TestBehaviourPage|TestMeasured$$' -update
	go test ./conformance/fixed -run TestTable -update
	go test ./docs -run TestRulePages -update
	go test ./cmd/dubboaudit -run TestUpgradePage -update

# make conformance VERSION=2.7.6 [CASE=cluster,retries]; see conformance/README.md
conformance:
	go run ./conformance/run -version $(VERSION) -case '$(CASE)'

# make differential VERSION=2.7.6 SEED=17 [REFERENCES=200]
differential:
	go run ./conformance/run -version $(VERSION) -seed $(SEED) -references $(or $(REFERENCES),200)

# make precision TREES=/path [MISSES=1]; see precision/README.md
precision:
	go run ./precision/run -trees $(TREES) $(if $(MISSES),-misses)

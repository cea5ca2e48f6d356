# `make help` lists the targets. The work is done by SwiftPM and by the scripts in .ci.

# The same flags everywhere: other ones would build everything again.
SWIFTFLAGS ?= -Xswiftc -warnings-as-errors -debug-info-format none
PREFIX ?= /usr/local
export SWIFTFLAGS
# For Package.swift: the libraries that the tests are busy with are optimised.
export VV_OPTIMISED = 1
export SWIFT_BACKTRACE = enable=no

.PHONY: help build test install golden golden-check demo reader web lint format check check-deep fuzz bench bench-guard size docs api mutants
.DEFAULT_GOAL := help

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# A build without a product is one of the plugins too, for which SwiftPM compiles all libraries a second time, as tools.
build: ## Build the tool, the demo, the benchmarks and the tests (debug)
	for product in vvc vvdemo vvbench VirtualViewPackageTests; do swift build --product $$product $(SWIFTFLAGS) || exit; done

test: ## Run all tests, and print what failed and what was skipped
	@.ci/test

install: ## Build vvc for release and put it into PREFIX/bin (PREFIX=/usr/local)
	@.ci/install "$(DESTDIR)$(PREFIX)"

golden: ## Write the snapshots of the tests anew; look at the difference before you commit it
	@.ci/golden

golden-check: ## Compare the snapshots, and find those that no test looks at
	@.ci/golden --check

demo: ## Compile Templates/ with vvc, load the result, print it, draw a gallery and tell its address
	@.ci/demo

reader: ## Run the feed reader of Tests/FeedReader on sample feeds, and tell the address of its page; FEEDS="ADDRESS…" reads others
	@.ci/reader $(FEEDS)

web: ## Build the runtime and the compiler for pages into .build/web, with the playground
	@.ci/web && if [ -e .build/web/player.wasm ]; then .ci/web-pages; fi

lint: ## Check the format and the rules about the source text
	@.ci/lint

format: ## Format every Swift file in place
	swift format --in-place --recursive --parallel --configuration .ci/swift-format.json Sources Tests Package.swift

check: ## Run everything that CI runs
	@.ci/run

check-deep: ## Run the tests under the address and thread sanitizers, and report coverage
	@.ci/check-deep

fuzz: ## Run the fuzz targets: TIME=seconds, TARGET=name, JOBS=n
	@TIME="$(TIME)" TARGET="$(TARGET)" JOBS="$(JOBS)" .ci/fuzz

# The row about whole processes runs a vvc that has the Swift runtime in it; in macOS the runtime is part of the system.
bench: ## Run the benchmarks (release builds)
	swift build --quiet -c release --product vvbench $(SWIFTFLAGS)
	@.ci/install "$(CURDIR)/.build/bench" >/dev/null
	@"$$(swift build -c release $(SWIFTFLAGS) --show-bin-path)/vvbench" --vvc .build/bench/bin/vvc

bench-guard: ## Compare the instructions of the main work with the listed ones; WRITE=1 lists them anew
	@.ci/bench-guard $(if $(WRITE),--write)

size: ## Tell how much the runtime library adds to a program; SMALL=1 builds for size
	@.ci/size $(if $(SMALL),--small)

mutants: ## Make small mistakes and see that tests notice: those listed (TEXT=part of a line), or RANDOM=count drawn ones, SEED=n
	@.ci/mutants $(if $(RANDOM),--random $(RANDOM) $(SEED),$(TEXT))

docs: ## Convert the documentation comments (DocC) into .build/docs, and draw Docs/images
	@.ci/docs

api: ## Write the listing of the public API anew; look at the difference before you commit it
	@.ci/check-api --write
	@.ci/check-apple --write

# Everything is built in the release profile: the program's WebAssembly must
# come from it, and so nothing is compiled twice.
CARGO ?= cargo
WASM_TARGET := wasm32v1-none
BUILT := target/wasm32-gear/release
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
FUZZ_DIR := target/fuzz
# What libFuzzer needs to see which code ran, by flags that stable has, with the
# checks of arithmetic that a release build leaves out.
FUZZ_FLAGS := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
	-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
	-Ccodegen-units=1 -Coverflow-checks -Cdebug-assertions
# For those who change something again and again: only what changed of a crate is built.
WARM := --config profile.release.incremental=true
# Lints need no WebAssembly, and what is built for them would be newer than what the tests
# have: all that has it inside would be built again.
NO_WASM := __GEAR_WASM_BUILDER_NO_BUILD=1
SECONDS ?= 60
GAMES ?= 100
# Most of them wait for blocks: more run at once than there are processors.
THREADS ?= 12
RUN_TESTS = RUST_TEST_THREADS=$(THREADS) $(CARGO) test --release --workspace
# Which tests `make test` runs beside the units', and which only `make test-all`.
QUICK := $(foreach name,bounds protocol vectors rules play board limits chain house-chain \
	tic-tac-toe-chain coalitions layout,--test $(name))
REST := $(foreach name,corpus engine node sails search,--test $(name))
# Of the client's processes, those of `make test`.
JOURNEYS := docs:: errors:: game:: hand:: help:: join::
JS_TESTS := devnode/tests/js
PAGE := web
# WEB=0 leaves out the tests that run in a browser.
BROWSER := $(if $(filter 0,$(WEB)),,browser)
# Written by npm when all is installed that the lock file names.
INSTALLED := node_modules/.package-lock.json
ARTIFACTS := rpsls.opt.wasm rpsls.meta.txt rpsls_state.meta.wasm rpsls.idl \
	rpsls_house.opt.wasm rpsls_house.meta.txt rpsls_house.idl \
	tic_tac_toe.opt.wasm tic_tac_toe.meta.txt tic_tac_toe.idl

.DEFAULT_GOAL := help
.PHONY: help try play play-tic-tac-toe node web web-build test test-all test-js test-sails test-vara tools npm browser crates check soak prove faults fuzz mutants audit gas artifacts reproduce release lint doc setup clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

try: $(PAGE)/$(INSTALLED) ## play against bots in a browser: Node.js alone, nothing is compiled
	@cd $(PAGE) && npm run --silent try

play: setup crates ## play a game on an embedded chain (ARGS="--players 5 --auto")
	$(CARGO) build --release --workspace --bin rpsls
	@target/release/rpsls play $(ARGS)

play-tic-tac-toe: setup crates ## play tic-tac-toe on an embedded chain (ARGS="--auto --seed 7")
	$(CARGO) build --release --workspace --bin tic-tac-toe
	@target/release/tic-tac-toe $(ARGS)

node: setup crates ## run the development node (ARGS="--block-time 500")
	$(CARGO) build --release --workspace --bin vara-devnode
	@target/release/vara-devnode $(ARGS)

web: web-build ## play in a browser, on a node and a house of your own
	@cd $(PAGE) && npm run --silent play

web-build: artifacts $(PAGE)/$(INSTALLED) ## put the web page into web/dist
	cd $(PAGE) && npm run build

# What can be missing is found, or said, before anything is built.
test: tools $(PAGE)/$(INSTALLED) $(BROWSER) setup crates ## see that it works here, in some minutes (WEB=0: nothing in a browser)
	$(RUN_TESTS) --lib --bins $(QUICK)
	$(RUN_TESTS) --test process -- $(JOURNEYS)
	$(CARGO) build --release --workspace --bin rpsls --bin vara-devnode
	cd $(PAGE) && npm run --silent test-without-browser$(if $(BROWSER), && npm run --silent e2e -- --grep @journey)
	@echo "All of that passed. Left out were the clients' tests but for whole games, the node's own,"
	@echo "Sails', the search of all states$(if $(BROWSER), and what no journey through the page shows,, and all that a browser shows): make test-all"

test-all: tools $(JS_TESTS)/$(INSTALLED) test ## run all tests
	$(RUN_TESTS) $(REST)
	$(RUN_TESTS) --doc
	$(RUN_TESTS) --test process -- $(JOURNEYS:%=--skip %)
	$(MAKE) --no-print-directory test-js
	$(if $(BROWSER),cd $(PAGE) && npm run --silent e2e -- --grep-invert @journey)
	@echo "All tests passed$(if $(BROWSER),., but for those in a browser: WEB=0 leaves them out.)"

# They run the node and read the artifacts that the tests in Rust have built.
test-js: $(JS_TESTS)/$(INSTALLED)
	cd $(JS_TESTS) && npm test

test-sails: setup ## check the programs' IDL by Sails' own parser, and play by the clients it generates
	$(CARGO) test --release --workspace --test sails

# What a change of the rules can break, in less than a minute: so without the longest tests.
check: setup ## check format, lints and the tests of rules, programs and clients' logic
	$(CARGO) fmt --all --check
	$(NO_WASM) $(CARGO) $(WARM) clippy --release --workspace --lib --bins -- -D warnings
	$(CARGO) $(WARM) test --release --workspace --lib --bin tic-tac-toe \
		--test rules --test chain -- --skip random:: --skip among_160

# Stages take as long as they take there, so it is no part of `make test`.
test-vara: artifacts npm ## run the client's and the JavaScript tests on a Vara node (NODE=ws://…)
	@CARGO="$(CARGO)" cli/tests/vara.sh "$(NODE)" "$(JS_TESTS)"

soak: setup ## play the programs at random against their models (SECONDS=60)
	SOAK_SECONDS=$$(($(SECONDS) / 6)) $(CARGO) test --release --workspace --quiet --test play soak -- --ignored --nocapture
	SOAK_SECONDS=$$(($(SECONDS) / 6)) $(CARGO) test --release --workspace --quiet --test chain --test house-chain --test tic-tac-toe-chain random::soak -- --ignored --nocapture

prove: setup ## search every state of small tables, and solve what coalitions win
	$(CARGO) test --release --workspace --quiet --test coalitions -- --nocapture
	$(CARGO) test --release --workspace --quiet --test search -- --ignored --nocapture

faults: setup ## play games through bad nodes (GAMES=100 THREADS=12)
	FAULT_GAMES=$(GAMES) FAULT_THREADS=$(THREADS) $(CARGO) test --release --workspace --quiet --test process many_games -- --ignored --nocapture

fuzz: ## search for a game that breaks a promise (SECONDS=60)
	@if command -v c++ >/dev/null; then \
		echo "Searching by coverage for $(SECONDS) s; what breaks a promise is put into $(FUZZ_DIR)/"; \
		RUSTFLAGS="$(FUZZ_FLAGS)" $(CARGO) build --release --quiet --target-dir $(FUZZ_DIR) \
			--target $(HOST) -p rpsls-fuzz --features libfuzzer --bin fuzz \
		&& mkdir -p $(FUZZ_DIR)/corpus \
		&& $(FUZZ_DIR)/$(HOST)/release/fuzz -max_total_time=$(SECONDS) -max_len=1024 -timeout=120 \
			-print_final_stats=1 -artifact_prefix=$(FUZZ_DIR)/ $(FUZZ_DIR)/corpus tests/fuzz/corpus; \
	else \
		echo "No C++ compiler (c++) to build libFuzzer with: trying random inputs for $(SECONDS) s"; \
		FUZZ_SECONDS=$(SECONDS) $(CARGO) test --release -p rpsls-fuzz --test corpus -- --nocapture; \
	fi

# Code 3 says that tests didn't end: that is how they fail on an endless loop.
mutants: ## check that the tests notice each change to the rules
	@command -v cargo-mutants >/dev/null || { \
		echo "Installing cargo-mutants with cargo"; $(CARGO) install --locked cargo-mutants; }
	@# Each program by itself: together they build one another's WebAssembly, too.
	@mkdir -p target/mutants
	@for program in rpsls-program rpsls-house tic-tac-toe; do \
		$(CARGO) mutants -p $$program -p $${program%-program}-io --no-default-features -j2 --no-shuffle \
			-o target/mutants/$$program || [ $$? -eq 3 ] || exit; done

# They need github.com and npm's own registry, so it is no part of .ci/run.
audit: npm ## check dependencies for known holes, licenses and where they come from
	@command -v cargo-deny >/dev/null || { \
		echo "Installing cargo-deny with cargo"; $(CARGO) install --locked cargo-deny; }
	$(CARGO) deny --workspace check
	cd $(PAGE) && npm audit --omit=dev

gas: setup ## print what each message costs
	@$(CARGO) test --release --workspace --quiet --test chain --test house-chain --test tic-tac-toe-chain gas::table -- --ignored --nocapture | grep '^[|G]'

artifacts: setup crates ## put what a deployment needs into dist/
	$(CARGO) build --release --workspace
	@mkdir -p dist
	@for file in $(ARTIFACTS); do cp $(BUILT)/$$file dist/; done
	@cd dist && sha256sum $(ARTIFACTS) > SHA256SUMS && cat SHA256SUMS

# Another folder, another home: the bytes must be the same.
reproduce: artifacts ## build the programs a second time elsewhere, and compare
	@releases/reproduce $(ARTIFACTS)

release: ## put what a version deploys into releases/ (VERSION=2.0.0)
	@releases/release "$(VERSION)" $(ARTIFACTS)

lint: setup $(PAGE)/$(INSTALLED) ## check format, lints and docs
	$(CARGO) fmt --all --check
	$(NO_WASM) $(CARGO) clippy --release --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --workspace --no-deps
	cd $(PAGE) && npm run lint

tools:
	@command -v cc >/dev/null || { \
		echo "A C compiler (cc) is needed, for what some crates bring along (Debian: apt-get install gcc libc6-dev)"; exit 1; }
	@command -v rustup >/dev/null || { \
		echo "rustup is needed, which brings the version of Rust that this builds with: https://rustup.rs"; exit 1; }

setup: tools ## add Rust's pinned version and its WebAssembly target, if they are missing
	@rustup show active-toolchain >/dev/null 2>&1 || { \
		echo "Adding the version of Rust that rust-toolchain.toml names"; \
		rustup toolchain install --no-self-update || { \
			echo "Could not add it. Run: rustup toolchain install"; exit 1; }; }
	@rustup target list --installed | grep -qx $(WASM_TARGET) || { \
		echo "Adding the target $(WASM_TARGET)"; \
		rustup target add $(WASM_TARGET) || { \
			echo "Could not add it. Run: rustup target add $(WASM_TARGET)"; exit 1; }; }

# Cargo says at length what goes wrong on a machine that reaches no registry.
crates:
	@$(CARGO) fetch --locked --quiet --target $(HOST) || { \
		echo "The crates in Cargo.lock are neither here nor to be downloaded: is this machine online?"; exit 1; }

%/$(INSTALLED): %/package-lock.json | npm
	cd $* && npm ci --no-fund --no-audit

npm:
	@command -v npm >/dev/null || { \
		echo "Node.js 20.19, 22.12, 24 or newer is needed, with npm: https://nodejs.org (Debian 13: apt-get install npm)"; exit 1; }

# Where the system has no Chromium, it is installed or downloaded.
browser: $(PAGE)/$(INSTALLED)
	@cd $(PAGE) && npm run --silent browser

clean: ## remove everything that was built
	$(CARGO) clean
	rm -rf dist $(JS_TESTS)/node_modules $(PAGE)/node_modules $(PAGE)/.browser $(PAGE)/dist $(PAGE)/test-results

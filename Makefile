# Everything is built in cargo's usual profile, so nothing is compiled twice, and plain cargo goes
# on with what make has built.
CARGO ?= cargo

# Names in lower case are this file's own. One that the environment has, too, would be handed
# on with the value that it gets here: BROWSER, PAGE and HOST have meanings elsewhere.

# A machine's settings for other projects would put what is built where nobody looks for it,
# or make something else of it. How to build elsewhere: CONTRIBUTING.md.
override CARGO_TARGET_DIR := $(CURDIR)/target
override CARGO_BUILD_BUILD_DIR := $(CARGO_TARGET_DIR)
export CARGO_TARGET_DIR CARGO_BUILD_BUILD_DIR
unexport CARGO_BUILD_TARGET CARGO_BUILD_TARGET_DIR RUSTUP_TOOLCHAIN NODE_ENV CDPATH

wasm_target := wasm32v1-none
built := target/wasm32-gear/debug
host = $(shell rustc -vV | sed -n 's/^host: //p')
fuzz_dir := target/fuzz
# What libFuzzer needs to see which code ran, by flags that stable has, with the
# checks of arithmetic that the profile leaves out.
fuzz_flags := -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
	-Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
	-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares \
	-Ccodegen-units=1 -Coverflow-checks -Cdebug-assertions
# For those who change something again and again: only what changed of a crate is built.
warm := --config profile.dev.incremental=true
# Lints need no WebAssembly, and what is built for them would be newer than what the tests
# have: all that has it inside would be built again.
no_wasm := __GEAR_WASM_BUILDER_NO_BUILD=1
# What a command takes, from the command line alone.
ARGS :=
WEB :=
NODE :=
VERSION :=
SECONDS := 60
GAMES := 100
# Most of them wait for blocks: more run at once than there are processors.
THREADS := 12
run_tests = RUST_TEST_THREADS=$(THREADS) $(CARGO) test --workspace
# Which tests `make test` runs beside the units', and which only `make test-all`.
quick := $(foreach name,bounds protocol vectors rules play board limits chain club-chain \
	tic-tac-toe-chain coalitions layout,--test $(name))
rest := $(foreach name,corpus engine node sails search,--test $(name))
# Of the client's processes, those of `make test`.
journeys := docs:: errors:: game:: hand:: help:: join:: matrix::
js_tests := devnode/tests/js
js_example := examples/js-client
page := web
# WEB=0 leaves out the tests that run in a browser.
in_browser := $(if $(filter 0,$(WEB)),,browser)
# Written when all is installed that the lock file names, for this system.
installed := node_modules/.installed-$(shell uname -s)-$(shell uname -m)
# What a machine's settings could leave out, put elsewhere, or only pretend to do. Offline it
# gives up within a minute.
npm_ci := npm ci --no-fund --no-audit --include=dev --include=optional --include=peer --bin-links \
	--install-strategy=hoisted --no-dry-run --no-package-lock-only --no-global --location=project \
	--fetch-retries=2 --fetch-retry-mintimeout=500
# BSD's, and older versions of macOS have the other one.
sha256sum := $(shell command -v sha256sum || echo shasum -a 256)
programs := rpsls.opt.wasm rpsls.meta.txt rpsls_state.meta.wasm rpsls.idl \
	rpsls_club.opt.wasm rpsls_club.meta.txt rpsls_club.idl \
	tic_tac_toe.opt.wasm tic_tac_toe.meta.txt tic_tac_toe.idl

.DEFAULT_GOAL := help
# Cargo and npm use all processors by themselves, and two of them at once get into each other's way.
.NOTPARALLEL:
.PHONY: help try play play-tic-tac-toe node web web-build test test-all test-js test-examples test-sails test-browsers test-vara tools npm port browser crates check soak prove faults fuzz mutants audit gas artifacts reproduce generated runtimes release lint doc setup clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

try: port $(page)/$(installed) ## play against bots in a browser: Node.js alone, nothing is compiled
	@cd $(page) && npm run --silent try

play: crates ## play a game on an embedded chain (ARGS="--players 5 --auto")
	$(CARGO) build --workspace --bin rpsls
	@program=$$(kit/built rpsls) && exec "$$program" play $(ARGS)

play-tic-tac-toe: crates ## play tic-tac-toe on an embedded chain (ARGS="--auto --seed 7")
	$(CARGO) build --workspace --bin tic-tac-toe
	@program=$$(kit/built tic-tac-toe) && exec "$$program" $(ARGS)

node: crates ## run the development node (ARGS="--block-time 500")
	$(CARGO) build --workspace --bin vara-devnode
	@program=$$(kit/built vara-devnode) && exec "$$program" $(ARGS)

web: port ## play in a browser, on a node and a club of your own
	@$(MAKE) --no-print-directory web-build
	@cd $(page) && npm run --silent play

web-build: artifacts $(page)/$(installed) ## put the web page into web/dist
	cd $(page) && npm run build

# What can be missing is found, or said, before anything is built.
test: tools $(page)/$(installed) $(in_browser) crates ## see that it works here, in some minutes (WEB=0: nothing in a browser)
	$(run_tests) --lib --bins $(quick)
	$(run_tests) --test process -- $(journeys)
	$(CARGO) build --workspace --bin rpsls --bin vara-devnode
	cd $(page) && npm run --silent test-without-browser$(if $(in_browser), && npm run --silent e2e -- --grep @journey)
	@echo "All of that passed. Left out were the clients' tests but for whole games, the node's own,"
	@echo "Sails', the search of all states$(if $(in_browser), and what no journey through the page shows,, and all that a browser shows): make test-all"

test-all: tools $(js_tests)/$(installed) $(js_example)/$(installed) test ## run all tests
	$(run_tests) $(rest)
	$(run_tests) --doc
	$(run_tests) --test process -- $(journeys:%=--skip %)
	$(MAKE) --no-print-directory test-js
	$(MAKE) --no-print-directory test-examples
	$(if $(in_browser),cd $(page) && npm run --silent e2e -- --grep-invert @journey)
	@echo "All tests passed$(if $(in_browser),., but for those in a browser: WEB=0 leaves them out.)"

# They run the node and read the artifacts that the tests in Rust have built.
test-js: $(js_tests)/$(installed)
	cd $(js_tests) && npm test

test-examples: setup $(js_example)/$(installed) ## play by each of examples/ and by cli/SKILL.md, and build the fork
	$(CARGO) build --workspace --bin rpsls --bin vara-devnode --bin rust-client
	node --test examples/test.mjs
	CARGO="$(CARGO)" examples/fork/test

test-sails: setup ## check the programs' IDL by Sails' own parser, and play by the clients it generates
	$(CARGO) test --workspace --test sails

# It installs no browser: firefox-esr, webkit2gtk-driver and xvfb are Debian's names of what it takes.
test-browsers: web-build ## play a duel through the page in Chromium, Firefox and WebKit, whichever are here
	$(CARGO) build --workspace --bin rpsls --bin vara-devnode
	cd $(page) && npm run --silent browsers

# What a change of the rules can break, in less than a minute: so without the longest tests.
check: setup ## check format, lints and the tests of rules, programs and clients' logic
	$(CARGO) fmt --all --check
	$(no_wasm) $(CARGO) $(warm) clippy --workspace --lib --bins -- -D warnings
	$(CARGO) $(warm) test --workspace --lib --bin tic-tac-toe \
		--test rules --test chain -- --skip random:: --skip among_160

# Stages take as long as they take there, so it is no part of `make test`.
test-vara: artifacts $(js_tests)/$(installed) ## run the client's and the JavaScript tests on a Vara node (NODE=ws://…)
	@CARGO="$(CARGO)" cli/tests/vara.sh "$(NODE)" "$(js_tests)"

soak: setup ## play the programs at random against their models (SECONDS=60)
	SOAK_SECONDS=$$(($(SECONDS) / 6)) $(CARGO) test --workspace --quiet --test play soak -- --ignored --nocapture
	SOAK_SECONDS=$$(($(SECONDS) / 6)) $(CARGO) test --workspace --quiet --test chain --test club-chain --test tic-tac-toe-chain random::soak -- --ignored --nocapture

prove: setup ## search every state of small tables and of a seat's way, and solve what coalitions win
	$(CARGO) test --workspace --quiet --test coalitions -- --nocapture
	$(CARGO) test --workspace --quiet --test search -- --ignored --nocapture
	$(CARGO) test --workspace --quiet --lib way::search -- --ignored --nocapture

# They wait for blocks nearly all the time. One after the other, so that each prints its own.
faults: setup $(page)/$(installed) $(in_browser) ## play through each fault of a node, two at random, and kills (GAMES=100)
	FAULT_GAMES=$(GAMES) FAULT_THREADS=$(THREADS) KILL_GAMES=$(GAMES) $(CARGO) test --workspace --quiet --test process -- matrix:: kills:: --ignored --nocapture --test-threads=1
	$(CARGO) build --workspace --bin rpsls --bin vara-devnode
	cd $(page) && npm run build && FAULTS=all npm run --silent $(if $(in_browser),faults,faults-sample)

fuzz: ## search for a game that breaks a promise (SECONDS=60)
	@if command -v c++ >/dev/null; then \
		echo "Searching by coverage for $(SECONDS) s; what breaks a promise is put into $(fuzz_dir)/"; \
		RUSTFLAGS="$(fuzz_flags)" $(CARGO) build --quiet --target-dir $(fuzz_dir) \
			--target $(host) -p rpsls-fuzz --features libfuzzer --bin fuzz \
		&& mkdir -p $(fuzz_dir)/corpus \
		&& $(fuzz_dir)/$(host)/debug/fuzz -max_total_time=$(SECONDS) -max_len=1024 -timeout=120 \
			-print_final_stats=1 -artifact_prefix=$(fuzz_dir)/ $(fuzz_dir)/corpus tests/fuzz/corpus; \
	else \
		echo "No C++ compiler (c++) to build libFuzzer with: trying random inputs for $(SECONDS) s"; \
		FUZZ_SECONDS=$(SECONDS) $(CARGO) test -p rpsls-fuzz --test corpus -- --nocapture; \
	fi

# Code 3 says that tests didn't end: that is how they fail on an endless loop.
mutants: ## check that the tests notice each change to the rules
	@command -v cargo-mutants >/dev/null || { \
		echo "Installing cargo-mutants with cargo"; $(CARGO) install --locked cargo-mutants; }
	@# Each program by itself: together they build one another's WebAssembly, too.
	@mkdir -p target/mutants
	@# They are copied, each to a folder of its own, and built there.
	@unset CARGO_TARGET_DIR CARGO_BUILD_BUILD_DIR; for program in rpsls-program rpsls-club tic-tac-toe; do \
		$(CARGO) mutants -p $$program -p $${program%-program}-io --no-default-features -j2 --no-shuffle \
			-o target/mutants/$$program || [ $$? -eq 3 ] || exit; done

# They need github.com and npm's own registry, so it is no part of .ci/run.
audit: npm ## check dependencies for known holes, licenses and where they come from
	@command -v cargo-deny >/dev/null || { \
		echo "Installing cargo-deny with cargo"; $(CARGO) install --locked cargo-deny; }
	$(CARGO) deny --workspace check
	cd $(page) && npm audit --omit=dev

gas: setup ## print what each message costs
	@$(CARGO) test --workspace --quiet --test chain --test club-chain --test tic-tac-toe-chain gas::table -- --ignored --nocapture | grep '^[|G]'

artifacts: crates ## put what a deployment needs into dist/
	$(CARGO) build --workspace
	@mkdir -p dist
	@for file in $(programs); do cp $(built)/$$file dist/ || exit; done
	@cd dist && $(sha256sum) $(programs) > SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS && cat SHA256SUMS

# Another folder, another home: the bytes must be the same.
reproduce: artifacts ## build the programs a second time elsewhere, and compare
	@releases/reproduce $(programs)

# The page asks a node that does not tell its runtime now.
generated: setup ## write what the page has of the Rust sources anew
	UPDATE_SNAPSHOTS=1 $(CARGO) test --workspace --lib generated

runtimes: $(page)/$(installed) ## put the public networks' runtimes into the page, as each release does
	@cd $(page) && for node in wss://rpc.vara.network wss://testnet.vara.network; do \
		npm run --silent metadata $$node || echo "$$node does not tell its runtime" >&2; done

release: ## put what a version deploys into releases/ (VERSION=3.1.0)
	@releases/release "$(VERSION)" $(programs)

lint: setup $(page)/$(installed) ## check format, lints and docs
	$(CARGO) fmt --all --check
	$(no_wasm) $(CARGO) clippy --workspace --all-targets -- -D warnings
	@$(MAKE) --no-print-directory doc
	cd $(page) && npm run lint

doc: setup ## put the libraries' documentation into target/doc
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps

tools:
	@kit/needs rust

setup: tools ## add Rust's pinned version and its WebAssembly target, if they are missing
	@rustup show active-toolchain >/dev/null 2>&1 || { \
		echo "Adding the version of Rust that rust-toolchain.toml names"; \
		rustup toolchain install --no-self-update || { \
			echo "Could not add it. Run: rustup toolchain install"; exit 1; }; }
	@rustup target list --installed | grep -qx $(wasm_target) || { \
		echo "Adding the target $(wasm_target)"; \
		rustup target add $(wasm_target) || { \
			echo "Could not add it. Run: rustup target add $(wasm_target)"; exit 1; }; }

# All that a build asks for, also where it is offline: gear-wasm-builder asks for the crates of
# all platforms. Cargo says at length what goes wrong on a machine that reaches no registry.
crates: setup
	@$(CARGO) fetch --locked --quiet || { \
		echo "The crates in Cargo.lock are neither here nor to be downloaded: is this machine online?"; exit 1; }

%/$(installed): %/package-lock.json | npm
	@cd $* && $(npm_ci) || { \
		echo "The npm packages in $*/package-lock.json are not installed: is this machine online?"; exit 1; }
	@touch $@

npm:
	@kit/needs node

# What can't be listened at is said before anything is built.
port: npm
	@node $(page)/scripts/port.mjs PORT NODE_PORT

# Where the system has no Chromium, it is installed or downloaded.
browser: $(page)/$(installed)
	@cd $(page) && npm run --silent browser

clean: ## remove everything that was built
	$(CARGO) clean
	rm -rf dist $(js_tests)/node_modules $(js_example)/node_modules $(page)/node_modules $(page)/.browser $(page)/dist $(page)/test-results

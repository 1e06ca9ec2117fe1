# Everything is built in the release profile: the program's WebAssembly must
# come from it, and so nothing is compiled twice.
CARGO ?= cargo
WASM_TARGET := wasm32v1-none
BUILT := target/wasm32-gear/release
SECONDS ?= 60
ARTIFACTS := rpsls.opt.wasm rpsls.meta.txt rpsls_state.meta.wasm

.DEFAULT_GOAL := help
.PHONY: help play test soak gas artifacts lint doc setup clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: setup ## play a game on an embedded chain (ARGS="--players 5 --auto")
	$(CARGO) run --release --quiet -p rpsls-cli -- play $(ARGS)

test: setup ## run all tests
	$(CARGO) test --release --workspace

soak: setup ## play at random against the model (SECONDS=60)
	SOAK_SECONDS=$$(($(SECONDS) * 2 / 3)) $(CARGO) test --release --quiet -p rpsls-model --test play soak -- --ignored --nocapture
	SOAK_SECONDS=$$(($(SECONDS) / 3)) $(CARGO) test --release --quiet --test suite random::soak -- --ignored --nocapture

gas: setup ## print what each message costs
	@$(CARGO) test --release --quiet --test suite gas::table -- --ignored --nocapture | grep '^[|G]'

artifacts: setup ## put what a deployment needs into dist/
	$(CARGO) build --release --workspace
	@mkdir -p dist
	@for file in $(ARTIFACTS); do cp $(BUILT)/$$file dist/; done
	@cd dist && sha256sum $(ARTIFACTS) > SHA256SUMS && cat SHA256SUMS

lint: setup ## check format, lints and docs
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --release --workspace --no-deps

setup: ## add the WebAssembly target, if it is missing
	@command -v rustup >/dev/null || { echo "rustup is needed: it brings the Rust toolchain"; exit 1; }
	@rustup target list --installed | grep -qx $(WASM_TARGET) || { \
		echo "Adding the target $(WASM_TARGET)"; \
		rustup target add $(WASM_TARGET) || { \
			echo "Could not add it. Run: rustup target add $(WASM_TARGET)"; exit 1; }; }

clean: ## remove everything that was built
	$(CARGO) clean
	rm -rf dist

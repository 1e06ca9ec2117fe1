#!/bin/sh
# Runs the client's process tests and the JavaScript tests on a Vara node in
# development mode, and says at the end what passed and what can't run there.
#
#   vara.sh ws://127.0.0.1:9944 devnode/tests/js
#
# THREADS says how many of the client's tests run beside each other: they wait for
# the chain most of the time, so it can be more than there are cores. TESTS picks
# those whose names contain it, and leaves the JavaScript tests out.
set -u
unset CDPATH

node=$1
js_tests=$2
tests=${TESTS:-}
out=$PWD/target/test-vara

case $node in
ws://* | wss://*) ;;
*)
	echo "Name a node in development mode (--dev): make test-vara NODE=ws://127.0.0.1:9944" >&2
	exit 2
	;;
esac

rm -rf "$out"
mkdir -p "$out"
touch "$out/skipped"

suite=$(${CARGO:-cargo} test --workspace --test process --no-run --message-format=json |
	grep '#rpsls-cli@' | sed -n 's/.*"executable":"\([^"]*\/process-[^"]*\)".*/\1/p' | tail -1)
[ -n "$suite" ] || exit 1

(
	cd cli || exit 1
	VARA_NODE=$node VARA_SKIPPED=$out/skipped "$suite" --test-threads "${THREADS:-12}" $tests
	echo $? >"$out/client.code"
) 2>&1 | tee "$out/client.log"

echo 0 >"$out/js.code"
if [ -z "$tests" ]; then
	(
		cd "$js_tests" || exit 1
		VARA_NODE=$node npm test -- --test-reporter=spec
		echo $? >"$out/js.code"
	) 2>&1 | tee "$out/js.log"
fi

skipped=$(wc -l <"$out/skipped")
passed=$(grep -c '^test .* \.\.\. ok$' "$out/client.log")
echo
echo "On $node"
echo "The client's tests: $((passed - skipped)) passed"
grep '^test .* \.\.\. FAILED$' "$out/client.log" | sed 's/^test \(.*\) \.\.\. FAILED$/  failed: \1/'
sort "$out/skipped" | sed "s/^/  can't run there: /"
if [ -z "$tests" ]; then
	echo "The JavaScript tests: $(sed -n 's/^. pass \([0-9]*\)$/\1/p' "$out/js.log" | tail -1) passed"
	# A file is named where its tests are, too.
	sed -n '/^✖ failing tests:/,$ s/^✖ \(.*\) (.*ms)$/  failed: \1/p' "$out/js.log"
	sed -n "s/^ *﹣ \(.*\) (.*ms) # /  can't run there: \1: /p" "$out/js.log"
fi
[ "$(cat "$out/client.code")" = 0 ] && [ "$(cat "$out/js.code")" = 0 ]

// Plays a duel by `rpsls --json`: `node agent.mjs`. RPSLS names another program than the `rpsls` on
// the PATH, and all else is as `rpsls` takes it: RPSLS_NODE, RPSLS_PROGRAM, RPSLS_ACCOUNT.

import { spawnSync } from 'node:child_process';

const BEATEN_BY = {
  rock: ['paper', 'spock'],
  paper: ['scissors', 'lizard'],
  scissors: ['rock', 'spock'],
  lizard: ['rock', 'scissors'],
  spock: ['paper', 'lizard'],
};
const BET = process.env.MAX_BET || '1';

/** Runs a command. Returns its object, and its exit code. */
function run(...args) {
  const options = ['--json', '--patience', '20s', ...args];
  const { stdout, status, error } = spawnSync(process.env.RPSLS || 'rpsls', options, { encoding: 'utf8' });
  if (error) fail(2, `rpsls does not run: ${error.message}`);
  return { ...JSON.parse(stdout), status };
}

/** As `run`, for a command that must not fail. */
function must(...args) {
  const answer = run(...args);
  return answer.ok ? answer : fail(answer.status, answer.error.text);
}

function fail(code, text) {
  console.error(text);
  process.exit(code);
}

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

/** A move that beats what an opponent showed last here, or any. */
function choose({ last_round, me }) {
  const shown = last_round?.moves.find(({ account, move }) => move && account !== me.account)?.move;
  return oneOf(BEATEN_BY[shown] ?? Object.keys(BEATEN_BY));
}

const before = must('status');
const { game } = before;
if (!before.me) fail(2, 'rpsls finds no account: name one by RPSLS_ACCOUNT, or set RPSLS_PHRASE to its secret phrase.');
// A seat that an earlier run took is played on.
if (before.me.next === 'register') must('register', '--move', choose(before), '--max-bet', BET, '--yes');

let now = must('status', '--until', 'turn', '--for', '30m');
while (now.until === 'turn') {
  const args = { move: ['move', choose(now)], reveal: ['reveal'], advance: ['advance'] }[now.me.next];
  // A refusal says that the game has gone on meanwhile: the next status tells how.
  if (args) run(...args);
  now = must('status', '--until', 'turn', '--for', '30m');
}
if (now.until === 'out') now = must('status', '--until', 'over', '--for', '1d');
// Time alone may have decided it: then nothing is paid before somebody sends a message.
if (!now.settled) must('advance');

// The state does not always tell how a game has ended. The client has noted it.
const isThis = (it) => it.game === game && it.account === now.me.account && it.program === now.program;
const { end } = must('games').games.find(isThis);
const moves = now.last_round?.game === game ? now.last_round.moves : [];
console.log(JSON.stringify({ game, result: end, moves }));

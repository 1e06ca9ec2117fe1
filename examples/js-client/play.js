// Plays a duel: `node play.js rock`, with the environment and the exit codes of `rpsls`. If it is
// stopped, the same command goes on with the game.

import { hexToU8a, stringToU8a, u8aConcat } from '@polkadot/util';
import { blake2AsHex, randomAsHex } from '@polkadot/util-crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, balance, connect, fail, look, me, table } from './table.js';

const MOVES = ['rock', 'paper', 'scissors', 'lizard', 'spock'];
const digit = MOVES.indexOf(process.argv[2]);
if (digit < 0) fail(2, `Name a move: ${MOVES.join(', ')}.`);
setTimeout(() => fail(4, 'The game has not ended in an hour: the same command goes on with it.'), 3_600_000);

const statusIn = ({ players }) => players.find(([player]) => player === me)?.[1];
const start = await look().catch(({ message }) => fail(2, `The node reads no game at ${table}: ${message}`));
const { gamesFinished: game, lastGame: before } = start;
const bet = BigInt(start.config.betSize);
const file = `opening-${table}-${game}-${me}.txt`;
const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
const isKept = kept.length === 33;
if (statusIn(start) && !isKept) fail(3, 'This account has a seat, whose opening is not here: nothing was sent.');
// 1 VARA stays in the account, and 0.6 pay the fees and gas of a duel.
const isPoor = (await balance()) < bet + 1_600_000_000_000n;
if (!statusIn(start) && isPoor) fail(5, 'Too little for bet and fees: nothing was sent.');
const opening = isKept ? kept : `${digit}${randomAsHex(16).slice(2)}`;
// Stored before it is used: who has lost it can't show the move, and loses the bet.
if (!isKept) writeFileSync(file, opening, { mode: 0o600 });
else console.error('This goes on with the move that an earlier run has chosen.');
const bound = u8aConcat([0xff], hexToU8a(table), hexToU8a(me), stringToU8a(opening));
const seat = { game, commitment: blake2AsHex(bound, 256), delegate: null };

/** Does what is due in this state. Any answer can get lost, so the next state tells what came of it. */
async function turn(state) {
  const status = statusIn(state);
  // Once a block with a commitment is final, no fork can undo it when the opening is known.
  if (status === 'ToReveal') await act({ RevealFor: { player: me, opening, next: null } });
  if (status) return;
  const refusal = await act({ Join: seat }, bet);
  const now = await look();
  // The table refuses a second seat, and returns the bet. So it does no harm to ask for it twice.
  const isSeated = statusIn(now) || now.gamesFinished > game;
  if (refusal && !isSeated) fail(3, `The table refused it: ${JSON.stringify(refusal)}`);
  console.log(`seated in game ${game}`);
}

let state = start;
while (state.gamesFinished === game) {
  try {
    await turn(state);
    await sleep(1_000);
    state = await look();
  } catch ({ message }) {
    console.error(`Trying again: ${message}`);
    await sleep(3_000);
    await connect().catch(() => {});
  }
}
const { lastGame, lastRound } = state;
// A stop leaves the last game as it was, silence the last round.
const isDecided = lastRound?.game === game || JSON.stringify(lastGame) !== JSON.stringify(before);
console.log(!isDecided ? 'stopped: the bet is back' : lastGame.winner === me ? 'won' : 'lost');
process.exit(0);

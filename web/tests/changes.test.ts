import { expect, it } from 'vitest';
import type { BlockFacts, Said } from '../src/chain/blocks';
import { ZERO, type ActorId, type Hex } from '../src/lib/hex';
import { TIC_TAC_TOE } from '../src/tictactoe/artifacts';
import { Changes } from '../src/tictactoe/changes';

const HOST: ActorId = `0x${'11'.repeat(32)}`;
const CHALLENGER: ActorId = `0x${'22'.repeat(32)}`;
const GAME = `${'11'.repeat(32)}${'22'.repeat(32)}03000000`;

/** Replies and events as the program encodes them. */
const MOVED: Hex = `0x0004${GAME}010200`;
const WON: Hex = `0x0004${GAME}010201`;
const TIMED_OUT: Hex = `0x09${GAME}02`;
const CLOSED: Hex = `0x0008${GAME}`;
const MINTED: Hex = '0x000007000000';
const REFUSED: Hex = '0x010c';
const TOLD: Hex = `0x08${GAME}`;

function said(payload: Hex, replyTo: Hex | null = '0x01', isError = false): Said {
  return { kind: 'said', id: '0x00', from: '0x00', to: replyTo ? HOST : ZERO, value: 0n, payload, replyTo, isError };
}

function changes(facts: Said[], hasRun = true): Changes {
  const changes = new Changes();
  const block: BlockFacts = { head: { hash: '0x00', number: 7, timestamp: 0 }, hasRun, facts };
  changes.take(TIC_TAC_TOE, block);
  return changes;
}

it('only the games that a message names are read again', () => {
  const found = changes([said(MOVED), said(CLOSED), said(TOLD, null)]);
  expect(found.games).toEqual([{ host: HOST, challenger: CHALLENGER, place: 3 }]);
  expect([found.isAll, found.hasPasses, found.hasEnded]).toEqual([false, false, false]);
});

it('passes are read again when one is taken', () => {
  const found = changes([said(MINTED)]);
  expect([found.isAll, found.hasPasses, found.games.length]).toEqual([false, true, 0]);
});

it('the event of a game’s end is noticed, whatever comes after it', () => {
  expect(changes([said(WON)]).hasEnded).toBe(true);
  expect(changes([said(TIMED_OUT, null)]).hasEnded).toBe(true);
});

it('a refused or failed message names no game, but programs may have played in the same block', () => {
  for (const found of [changes([said(REFUSED)]), changes([said('0x6e6f', '0x01', true)])]) {
    expect([found.isAll, found.games.length, found.isEmpty]).toEqual([false, 0, false]);
  }
});

it('nothing has changed if the program did not run', () => {
  expect(changes([], false).isEmpty).toBe(true);
});

it('all games are read again if the program ran without a message that says why', () => {
  expect(changes([]).isAll).toBe(true);
});

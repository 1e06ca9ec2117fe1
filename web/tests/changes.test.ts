import { expect, it } from 'vitest';
import type { BlockFacts, Said } from '../src/chain/blocks';
import { ZERO, type ActorId, type Hex } from '../src/chain/hex';
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

it('only the games are read again of which something is told', () => {
  const found = changes([said(MOVED), said(CLOSED), said(TOLD, null)]);
  expect(found.games).toEqual([{ host: HOST, challenger: CHALLENGER, place: 3 }]);
  expect([found.isAll, found.hasPasses, found.hasEnded]).toEqual([false, false, false]);
});

it('passes are read again when one is taken', () => {
  const found = changes([said(MINTED)]);
  expect([found.isAll, found.hasPasses, found.games.length]).toEqual([false, true, 0]);
});

it('the end of a game is known by its event, whatever comes after it', () => {
  expect(changes([said(WON)]).hasEnded).toBe(true);
  expect(changes([said(TIMED_OUT, null)]).hasEnded).toBe(true);
});

it('what was refused or failed names no game; but programs may have played beside it', () => {
  for (const found of [changes([said(REFUSED)]), changes([said('0x6e6f', '0x01', true)])]) {
    expect([found.isAll, found.games.length, found.isEmpty]).toEqual([false, 0, false]);
  }
});

it('where the program did not run nothing has changed', () => {
  expect(changes([], false).isEmpty).toBe(true);
});

it('all is read again where the program ran and nobody is told why', () => {
  expect(changes([]).isAll).toBe(true);
});

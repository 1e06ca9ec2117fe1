/* eslint-disable @typescript-eslint/no-deprecated -- the program's types are in its metadata, which this is the way to read */
import { ProgramMetadata } from '@gear-js/api';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { ARTIFACTS } from '../../kit/built.mjs';
import { tap } from './wire';

const METADATA = readFileSync(new URL('rpsls.meta.txt', ARTIFACTS), 'utf8');

type Fields = Record<string, unknown>;

/**
 * Makes the page see another state of its table than the node's. To play with so many players would take
 * longer than a test may.
 *
 * @param forge changes the fields of the state, as the library writes them
 */
export async function forgeState(page: Page, forge: (state: Fields) => Fields): Promise<void> {
  const metadata = ProgramMetadata.from(`0x${METADATA.trim().replace(/^0x/, '')}`);
  const { state } = metadata.types;
  if (state === null || typeof state === 'number' || state.output === null) throw new Error('no state');
  const type = state.output;
  const asked = new Set<number>();
  await tap(page, {
    asks: ({ id, method }, pass) => {
      if (method === 'gear_readState') asked.add(id);
      pass();
    },
    hears: (text, tell) => {
      const answer = JSON.parse(text) as { id: number; result?: `0x${string}` };
      if (!asked.delete(answer.id) || !answer.result) {
        tell(text);
        return;
      }
      const known = metadata.createType(type, answer.result).toJSON() as { all: Fields };
      const result = metadata.createType(type, { All: forge(known.all) }).toHex();
      tell(JSON.stringify({ ...answer, result }));
    },
  });
}

const ALICE = '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';

/**
 * A knockout of this many players in round 1. Alice has seat 0. The other players have shown their moves: the
 * higher half of the seats Paper, the lower half Rock.
 */
export function knockout(players: number): (state: Fields) => Fields {
  const ids = Array.from({ length: players }, (_, seat) =>
    seat === 0 ? ALICE : `0x${String(seat + 1).padStart(64, '0')}`,
  );
  const shown = ids.slice(1);
  return (state) => ({
    ...state,
    lobbyList: ids,
    gameStage: { Reveal: { anticipatedPlayers: [ALICE], finishedPlayers: [...shown].sort() } },
    round: 1,
    players: ids.map((id) => [id, id === ALICE ? 'ToReveal' : 'Revealed']),
    revealedMoves: shown.map((id, index) => [id, index + 1 < players / 2 ? 'Rock' : 'Paper']),
  });
}

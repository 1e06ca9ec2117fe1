import { expect, it, vi } from 'vitest';
import type { Online } from '../src/chain/connection';
import { turnOf } from '../src/table/log/turn';
import { state } from './games';
import { RpcError } from './rpc-error';

const { node } = vi.hoisted(() => ({ node: { asked: 0, turn: 0, kept: 0 } }));

const NOW = state({ gamesFinished: 2 });
const BEFORE = state({ gamesFinished: 1, stage: 'reveal' });

vi.mock('../src/table/read', () => ({
  readTable: (_online: unknown, _program: unknown, hash: string) => {
    const number = Number(hash);
    node.asked += 1;
    if (number < node.kept) return Promise.reject(new RpcError('4003: State already discarded', 4003));
    return Promise.resolve(number < node.turn ? BEFORE : NOW);
  },
}));

const HEAD = 5_000;
const ONLINE = {
  api: { provider: { send: (_: string, [numbers]: [number[]]) => Promise.resolve(numbers.map(String)) } },
} as unknown as Online;

/** The turn that is found in the last hour. */
async function turn(at: number, kept = 0): Promise<number | null> {
  Object.assign(node, { turn: at, kept, asked: 0 });
  return turnOf(ONLINE, '0x01', NOW, HEAD - 1_200, HEAD);
}

it.each([HEAD, HEAD - 1, 4_100, 4_321, HEAD - 1_199])(
  'a game that ended in block %i is found by halves',
  async (at) => {
    expect(await turn(at)).toBe(at);
    expect(node.asked).toBeLessThanOrEqual(11);
  },
);

it('one that ended before is not, nor one whose end the node has thrown away', async () => {
  expect(await turn(3_000)).toBeNull();
  expect(await turn(4_600, 4_800)).toBeNull();
  expect(await turn(4_900, 4_800)).toBe(4_900);
});

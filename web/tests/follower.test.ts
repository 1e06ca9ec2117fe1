import { expect, it } from 'vitest';
import { Follower } from '../src/chain/follower';
import type { Api } from '../src/chain/api';
import type { Hex } from '../src/chain/hex';
import { Heads, RUNTIME } from './node';

/** A chain whose blocks a test makes and undoes. */
class Chain {
  blocks: Hex[] = ['0x00'];
  private readonly told = new Heads();

  readonly api = {
    heads: this.told.heads,
    runtime: RUNTIME,
    current: () => Promise.resolve(RUNTIME),
    header: (hash: Hex) => Promise.resolve({ parent: hash }),
    runtimeAfter: () => Promise.resolve(RUNTIME),
    send: (method: string, [numbers]: [number[]]) =>
      Promise.resolve(
        method === 'chain_getBlockHash' ? numbers.map((number) => this.blocks[number] ?? '0x') : [{ changes: [] }],
      ),
  } as unknown as Api;

  /** Makes the best chain end with these blocks from this number on, and announces the last one. */
  extend(from: number, ...hashes: Hex[]): void {
    this.blocks = [...this.blocks.slice(0, from), ...hashes];
    const number = this.blocks.length - 1;
    this.told.head(number, this.blocks[number], this.blocks[number - 1]);
  }
}

/** The blocks that a follower reports, step by step. */
async function told(chain: Chain, steps: (() => void)[]): Promise<Hex[][]> {
  const told: Hex[][] = [];
  const follower = new Follower(chain.api, '0xaa', {
    onHead: () => undefined,
    onFacts: (facts) => told.push(facts.map(({ head }) => head.hash)),
    onError: (error) => {
      throw error;
    },
  });
  for (const step of steps) {
    step();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  follower.stop();
  return told;
}

it('begins with the first head, and then reports each block once', async () => {
  const chain = new Chain();
  const steps = [() => chain.extend(1, '0x1a', '0x2a', '0x3a'), () => chain.extend(4, '0x4a')];
  expect(await told(chain, steps)).toEqual([['0x3a'], ['0x4a']]);
});

it('reports missed blocks after a gap', async () => {
  const chain = new Chain();
  const steps = [() => chain.extend(1, '0x1a'), () => chain.extend(2, '0x2a', '0x3a', '0x4a')];
  expect(await told(chain, steps)).toEqual([['0x1a'], ['0x2a', '0x3a', '0x4a']]);
});

it('reports the blocks of another branch from its fork on', async () => {
  const chain = new Chain();
  const steps = [
    () => chain.extend(1, '0x1a', '0x2a', '0x3a', '0x4a'),
    () => chain.extend(3, '0x3b', '0x4b', '0x5b'),
    // A shorter branch can be the best one, too.
    () => chain.extend(3, '0x3c', '0x4c'),
  ];
  expect(await told(chain, steps)).toEqual([['0x4a'], ['0x1a', '0x2a', '0x3b', '0x4b', '0x5b'], ['0x3c', '0x4c']]);
});

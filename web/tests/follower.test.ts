import type { GearApi } from '@gear-js/api';
import { expect, it } from 'vitest';
import { Follower } from '../src/chain/follower';
import type { Hex } from '../src/chain/hex';

/** A chain whose blocks a test makes, and undoes. */
class Chain {
  blocks: Hex[] = ['0x00'];
  private tell: (header: unknown) => void = () => undefined;

  readonly api = {
    rpc: {
      chain: {
        subscribeNewHeads: (tell: (header: unknown) => void) => {
          this.tell = tell;
          return Promise.resolve(() => undefined);
        },
      },
    },
    getBlockRegistry: () => Promise.resolve({ registry }),
    query: { timestamp: { now: { key: () => 'now' } }, system: { events: { key: () => 'events' } } },
    registry,
    provider: {
      send: (method: string, [numbers]: [number[]]) =>
        Promise.resolve(
          method === 'chain_getBlockHash' ? numbers.map((number) => this.blocks[number] ?? '0x') : [{ changes: [] }],
        ),
    },
  } as unknown as GearApi;

  /** Has the best chain end in these blocks from this number on, and tells of the last. */
  extend(from: number, ...hashes: Hex[]): void {
    this.blocks = [...this.blocks.slice(0, from), ...hashes];
    const number = this.blocks.length - 1;
    this.tell({
      hash: coded(this.blocks[number] ?? '0x'),
      number: { toNumber: () => number },
      parentHash: coded(this.blocks[number - 1] ?? '0x'),
    });
  }
}

const coded = (hex: Hex): { toHex: () => Hex } => ({ toHex: () => hex });
const registry = { createType: (type: string) => (type === 'u64' ? { toString: () => '3000' } : []) };

/** What a follower tells of, block by block. */
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

it('begins with the first head, and then tells each block once', async () => {
  const chain = new Chain();
  const steps = [() => chain.extend(1, '0x1a', '0x2a', '0x3a'), () => chain.extend(4, '0x4a')];
  expect(await told(chain, steps)).toEqual([['0x3a'], ['0x4a']]);
});

it('tells what was missed after a gap', async () => {
  const chain = new Chain();
  const steps = [() => chain.extend(1, '0x1a'), () => chain.extend(2, '0x2a', '0x3a', '0x4a')];
  expect(await told(chain, steps)).toEqual([['0x1a'], ['0x2a', '0x3a', '0x4a']]);
});

it('tells the blocks of another branch anew, from where it leaves the known one', async () => {
  const chain = new Chain();
  const steps = [
    () => chain.extend(1, '0x1a', '0x2a', '0x3a', '0x4a'),
    () => chain.extend(3, '0x3b', '0x4b', '0x5b'),
    // A shorter branch may be the best one, too.
    () => chain.extend(3, '0x3c', '0x4c'),
  ];
  expect(await told(chain, steps)).toEqual([['0x4a'], ['0x1a', '0x2a', '0x3b', '0x4b', '0x5b'], ['0x3c', '0x4c']]);
});

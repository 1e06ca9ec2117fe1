import { expect, it } from 'vitest';
import { Follower } from '../src/chain/follower';
import type { Api } from '../src/chain/api';
import type { Hex } from '../src/lib/hex';
import { placesOf } from '../src/chain/blocks';
import { Heads, RUNTIME } from './node';

/** What a node tells of each block. */
const TIMES = placesOf(RUNTIME).map((entry) => [entry.key(), '0x0000000000000000']);

/** A chain whose blocks a test makes and undoes. */
class Chain {
  blocks: Hex[] = ['0x00'];
  /** The blocks that were asked for. */
  readonly asked: Hex[] = [];
  private readonly told = new Heads();
  private hear: (told: unknown) => void = () => undefined;
  over: AbortSignal | undefined;

  readonly api = {
    heads: this.told.heads,
    runtime: RUNTIME,
    current: () => Promise.resolve(RUNTIME),
    header: (hash: Hex) => Promise.resolve({ parent: hash }),
    runtimeAfter: () => Promise.resolve(RUNTIME),
    listen: (_method: string, _params: unknown, hear: (told: unknown) => void, over: AbortSignal) => {
      this.hear = hear;
      this.over = over;
    },
    send: (method: string, [numbers, hash]: [number[], Hex]) => {
      if (method === 'chain_getBlockHash') return Promise.resolve(numbers.map((number) => this.blocks[number] ?? '0x'));
      this.asked.push(hash);
      return Promise.resolve([{ changes: TIMES }]);
    },
  } as unknown as Api;

  /** Tells of a block by itself. */
  tell(block: Hex): void {
    this.hear({ block, changes: TIMES });
  }

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

it('asks for no block that the node tells of by itself, whichever comes first', async () => {
  const chain = new Chain();
  const steps = [
    () => chain.extend(1, '0x1a'),
    () => chain.tell('0x2a'),
    () => chain.extend(2, '0x2a'),
    () => chain.extend(3, '0x3a'),
    () => chain.tell('0x3a'),
    // Of a block that it has told of nobody asks after a gap, either.
    () => chain.tell('0x4a'),
    () => chain.tell('0x6a'),
    () => chain.extend(4, '0x4a', '0x5a', '0x6a'),
  ];
  expect(await told(chain, steps)).toEqual([['0x1a'], ['0x2a'], ['0x3a'], ['0x4a', '0x5a', '0x6a']]);
  expect(chain.asked).toEqual(['0x1a', '0x5a']);
  expect(chain.over?.aborted).toBe(true);
});

it('asks for what the node does not tell after half a second, and does not wait for it again', async () => {
  const chain = new Chain();
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const heard: Hex[] = [];
  const listener = {
    onHead: ({ hash }: { hash: Hex }) => heard.push(hash),
    onFacts: () => undefined,
    onError: (error: unknown) => {
      throw error;
    },
  };
  const [one, other] = [new Follower(chain.api, '0xaa', listener), new Follower(chain.api, '0xbb', listener)];
  chain.tell('0x1a');
  chain.extend(1, '0x1a');
  await wait(5);
  expect([heard, chain.asked]).toEqual([['0x1a'], []]);
  one.stop();
  // The other still listens.
  chain.extend(2, '0x2a');
  await wait(400);
  expect(chain.asked).toEqual([]);
  await wait(200);
  expect(chain.asked).toEqual(['0x2a']);
  chain.extend(3, '0x3a');
  await wait(5);
  expect(chain.asked).toEqual(['0x2a', '0x3a']);
  other.stop();
  expect(chain.over?.aborted).toBe(true);
});

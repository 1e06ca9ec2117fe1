import 'fake-indexeddb/auto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../src/chain/api';
import { readBlock } from '../src/chain/blocks';
import type { Hex } from '../src/lib/hex';
import { keptOf, shipped, type Shelf } from '../src/chain/runtimes';
import { NodeError } from '../src/chain/socket';
import { u8aToHex } from '../src/lib/bytes';
import { apiOf, BEFORE, CODE, FakeNode, LATER, METADATA, ofVersion, VERSION, type Answers } from './node';

const UNKNOWN: Answers = { state_getStorageHash: () => LATER };

/** A shelf, and its contents for the test. */
function shelfWith(entries: [string, Uint8Array][] = []): { shelf: Shelf; there: Map<string, Uint8Array> } {
  const there = new Map(entries);
  const shelf: Shelf = {
    get: (hash) => Promise.resolve(there.get(hash)),
    put: (hash, metadata) => Promise.resolve(void there.set(hash, metadata)),
  };
  return { shelf, there };
}

const asked = (node: FakeNode, method: string): number => node.asked.filter(([name]) => name === method).length;

beforeEach(() => {
  for (const kind of ['info', 'warn'] as const) vi.spyOn(console, kind).mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a runtime', () => {
  it('that the page knows by its code is not requested from a node', async () => {
    const node = new FakeNode();
    const api = await apiOf(node);
    expect(api.runtimeName).toBe(CODE);
    expect(api.runtime.version).toEqual(VERSION);
    expect(asked(node, 'state_getMetadata')).toBe(0);
  });

  it('that it does not know is requested once, and kept', async () => {
    const { shelf, there } = shelfWith();
    const node = new FakeNode(UNKNOWN);
    await apiOf(node, [shelf]);
    expect([...there.keys()]).toEqual([LATER]);
    await apiOf(node, [shelf]);
    expect(asked(node, 'state_getMetadata')).toBe(1);
  });

  it('is kept in the browser: only the last one, and only for the node that sent it', async () => {
    const [here, there] = [keptOf('ws://here'), keptOf('ws://there')];
    await here.put(CODE, METADATA);
    await apiOf(new FakeNode(UNKNOWN), [here]);
    await vi.waitFor(async () => expect((await here.get(LATER))?.length).toBe(METADATA.length));
    expect(await here.get(CODE)).toBeUndefined();
    expect(await there.get(LATER)).toBeUndefined();
  });

  it('comes with the page, packed or already unpacked by the browser', async () => {
    for (const body of [gzipSync(METADATA), METADATA]) {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
      expect(await shipped.get(CODE)).toEqual(METADATA);
    }
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
    await expect(shipped.get(CODE)).rejects.toThrow('404');
    vi.unstubAllGlobals();
    expect(await shipped.get(LATER)).toBeUndefined();
  });

  it('is requested from the node if the browser keeps nothing, or something unreadable', async () => {
    const refused: Shelf = {
      get: () => Promise.reject(new Error('refused')),
      put: () => Promise.reject(new Error('full')),
    };
    const { shelf: broken, there } = shelfWith([[LATER, Uint8Array.of(1, 2, 3)]]);
    for (const shelf of [refused, broken]) {
      const api = await apiOf(new FakeNode(UNKNOWN), [shelf]);
      expect(api.runtime.version).toEqual(VERSION);
    }
    // Readable metadata replaces it.
    expect(there.get(LATER)).toEqual(METADATA);
  });

  it('is requested from the node if the page’s own host says nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent: Shelf = { get: () => new Promise(() => undefined), put: () => Promise.resolve() };
    const opening = apiOf(new FakeNode(UNKNOWN), [silent]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect((await opening).runtime.version).toEqual(VERSION);
    vi.useRealTimers();
  });

  it('is named by its version and not kept, if the node does not tell the code’s hash', async () => {
    const { shelf, there } = shelfWith();
    const answers = {
      state_getStorageHash: () => {
        throw new NodeError('Method not found', -32_601);
      },
    };
    expect((await apiOf(new FakeNode(answers), [shelf])).runtimeName).toBe(String(VERSION.specVersion));
    expect(there.size).toBe(0);
  });
});

describe('the page says why it can’t use a node', () => {
  const refusal = (answers: Answers): Promise<unknown> =>
    apiOf(new FakeNode({ ...UNKNOWN, ...answers })).catch((error: unknown) => error);

  it('that does not describe a runtime which nobody knows', async () => {
    const answers = {
      state_getMetadata: () => {
        throw new NodeError('RPC call is unsafe', -32_601);
      },
    };
    const text =
      'The node does not describe its chain’s runtime, which this page does not know: -32601: RPC call is unsafe';
    expect(await refusal(answers)).toMatchObject({ failure: { kind: 'page', text } });
  });

  it('whose metadata can’t be read', async () => {
    const text = 'The chain’s metadata can’t be read.';
    for (const metadata of ['0x', '0x6d65746106', 'nonsense']) {
      expect(await refusal({ state_getMetadata: () => metadata })).toMatchObject({ failure: { kind: 'page', text } });
    }
  });

  it('whose metadata is of another runtime than its version', async () => {
    const text = `The node says that its runtime is 30000, and describes ${VERSION.specVersion}.`;
    const answers = { state_getRuntimeVersion: () => ({ ...VERSION, specVersion: 30_000 }) };
    expect(await refusal(answers)).toMatchObject({ failure: { kind: 'page', text } });
  });

  it('unless it was upgraded between two answers', async () => {
    let asks = 0;
    const api = await apiOf(
      new FakeNode({
        state_getRuntimeVersion: () => ({ ...VERSION, specVersion: 30_000 }),
        // The first answer is that of the block before.
        state_getStorageHash: () => ((asks += 1) === 1 ? CODE : LATER),
        state_getMetadata: () => u8aToHex(ofVersion(30_000)),
      }),
    );
    expect([api.runtimeName, api.version.specVersion]).toEqual([LATER, 30_000]);
  });
});

describe('an upgrade', () => {
  /** A chain that gets another runtime at some block. */
  async function upgradable(answers: Answers = {}): Promise<{ api: Api; node: FakeNode }> {
    const node = new FakeNode(answers);
    return { api: await apiOf(node), node };
  }
  const NEW = `0x${'0e'.repeat(32)}` as const;

  it('is followed, and past blocks are read with their own runtime', async () => {
    const { api, node } = await upgradable();
    const before = await api.current();
    node.upgrade();
    const after = await api.current();
    expect([before.version.specVersion, after.version.specVersion]).toEqual([VERSION.specVersion, 30_000]);
    expect(api.runtime).toBe(after);
    expect(await api.runtimeAfter(NEW)).toBe(after);
    expect(await api.runtimeAfter(BEFORE)).toBe(before);
    expect(asked(node, 'state_getMetadata')).toBe(1);
  });

  it('to an unreadable runtime stops all signing until the runtime can be read', async () => {
    let isBroken = true;
    const metadata = () => (isBroken ? '0x' : u8aToHex(ofVersion(30_000)));
    const { api, node } = await upgradable({ state_getMetadata: metadata });
    node.upgrade();
    const text = 'The chain’s metadata can’t be read.';
    await expect(api.current()).rejects.toMatchObject({ failure: { kind: 'page', text } });
    isBroken = false;
    expect((await api.current()).version.specVersion).toBe(30_000);
  });

  it('does not spoil a block if the node is behind: the readable part is read', async () => {
    const { api, node } = await upgradable({
      state_queryStorageAt: ([now]: Hex[]) => [{ changes: [[now, '0x0100000000000000']] }],
    });
    node.upgrade();
    await api.current();
    const block = await readBlock(api, { hash: NEW, number: 1 }, await api.runtimeAfter(BEFORE));
    expect([block.head.timestamp, block.events]).toEqual([1, []]);
  });
});

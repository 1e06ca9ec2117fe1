import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Api, type Header } from '../src/chain/api';
import { ChainError } from '../src/chain/failure';
import type { Hex } from '../src/chain/hex';
import list from '../src/chain/known/known.json';
import { Runtime } from '../src/chain/runtime';
import type { Shelf } from '../src/chain/runtimes';
import { NodeError, type Wire } from '../src/chain/socket';
import { u8aToHex } from '../src/lib/bytes';

/** A runtime that the page knows, the hash of its code, and how it is described. */
export const [CODE, FILE] = Object.entries(list)[0] as [Hex, string];
export const METADATA = new Uint8Array(
  gunzipSync(readFileSync(new URL(`../src/chain/known/${FILE}`, import.meta.url))),
);
export const RUNTIME = new Runtime(METADATA);
export const { version: VERSION } = RUNTIME;
export const LATER_VERSION = { ...VERSION, specVersion: 30_000 };

const shelf: Shelf = {
  get: (hash) => Promise.resolve(hash === CODE ? METADATA : undefined),
  put: () => Promise.resolve(),
};

/** What a node answers to each method; what an answer throws it refuses with. */
export type Answers = Record<string, (...params: never[]) => unknown>;

const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;

/** The hash of the code after an upgrade, and a block before it. */
export const LATER = `0x${'1a'.repeat(32)}` as const;
export const BEFORE = `0x${'0d'.repeat(32)}` as const;

/** The same runtime under another number: what a constant of its says. */
export function ofVersion(specVersion: number): Uint8Array {
  const metadata = METADATA.slice();
  const view = new DataView(metadata.buffer);
  const places = Array.from({ length: metadata.length - 4 }, (_, at) => at);
  const [place, ...others] = places.filter((at) => view.getUint32(at, true) === VERSION.specVersion);
  if (place === undefined || others.length > 0) throw new Error('the version can’t be told from the rest');
  view.setUint32(place, specVersion, true);
  return metadata;
}

/** What a node of this runtime answers wherever nothing else is said, before an upgrade and after. */
function usual(isUpgraded: boolean): Answers {
  const isLater = (block?: Hex | null): boolean => isUpgraded && block !== BEFORE;
  return {
    state_getStorageHash: (_: Hex, block?: Hex | null) => (isLater(block) ? LATER : CODE),
    state_getRuntimeVersion: (block?: Hex | null) => (isLater(block) ? LATER_VERSION : VERSION),
    state_getMetadata: (block?: Hex | null) =>
      u8aToHex(isLater(block) ? ofVersion(LATER_VERSION.specVersion) : METADATA),
    chain_getBlockHash: (numbers: number | number[] = 9) =>
      Array.isArray(numbers) ? numbers.map(hashOf) : hashOf(numbers),
  };
}

/** A node that is asked by nothing but calls of functions. */
export class FakeNode implements Wire {
  readonly asked: [method: string, params: readonly unknown[]][] = [];
  private readonly end = new AbortController();
  private readonly listeners = new Map<string, Set<(result: never) => void>>();

  private isUpgraded = false;

  constructor(private readonly answers: Answers = {}) {}

  get lost(): AbortSignal {
    return this.end.signal;
  }

  hangUp(): void {
    this.end.abort();
  }

  upgrade(): void {
    this.isUpgraded = true;
    this.tell('state_subscribeRuntimeVersion', LATER_VERSION);
  }

  async send<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    await Promise.resolve();
    if (this.lost.aborted) throw new ChainError({ kind: 'lost' });
    this.asked.push([method, params]);
    const answer = this.answers[method] ?? usual(this.isUpgraded)[method];
    if (!answer) throw new NodeError('Method not found', -32_601);
    return (await answer(...(params as never[]))) as T;
  }

  /** An answer may refuse it. */
  async subscribe(method: string, params: readonly unknown[], tell: (result: never) => void): Promise<() => void> {
    this.asked.push([method, params]);
    await this.answers[method]?.(...(params as never[]));
    const all = this.listeners.get(method) ?? new Set();
    this.listeners.set(method, all.add(tell));
    return () => void all.delete(tell);
  }

  /** Sends this to all subscribers. */
  tell(method: string, result: unknown): void {
    for (const listener of this.listeners.get(method) ?? []) listener(result as never);
  }

  /** How many subscribers a method has. */
  heardBy(method: string): number {
    return this.listeners.get(method)?.size ?? 0;
  }
}

/** A node's API, with the runtime that comes with the page. */
export function apiOf(node: Wire, shelves: readonly Shelf[] = [shelf]): Promise<Api> {
  return Api.over(node, shelves);
}

/** An API that does nothing but tell of heads when a test wants it to. */
export class Heads {
  readonly stop = () => void (this.isHeard = false);
  isHeard = false;
  private readonly end = new AbortController();
  private hear: (head: Header) => void = () => undefined;

  readonly heads = (_kind: unknown, hear: (head: Header) => void): Promise<() => void> => {
    this.hear = hear;
    this.isHeard = true;
    return Promise.resolve(this.stop);
  };

  get lost(): AbortSignal {
    return this.end.signal;
  }

  head(number: number, hash = hashOf(number), parent = hashOf(number - 1)): void {
    this.hear({ number, hash, parent });
  }

  hangUp(): void {
    this.end.abort();
  }
}

/** What a chain keeps of an account with so many coins. */
export function accountWith(free: bigint): Hex {
  const data = { free, reserved: 0n, frozen: 0n, flags: 0n };
  const account = { nonce: 0, consumers: 0, providers: 1, sufficients: 0, data };
  const type = RUNTIME.entry('System', 'Account').type;
  return u8aToHex(RUNTIME.types.encode(type, account));
}

/** A node's answers to a signer who has this many coins. */
export function signersWith(free: bigint): Answers {
  const header = {
    parentHash: hashOf(8),
    number: '0x9',
    stateRoot: hashOf(0),
    extrinsicsRoot: hashOf(0),
    digest: { logs: [] },
  };
  return {
    state_getStorage: () => accountWith(free),
    state_getKeysPaged: () => [],
    state_queryStorageAt: () => [{ changes: [] }],
    system_accountNextIndex: () => 0,
    chain_getHeader: () => header,
    chain_getFinalizedHead: () => hashOf(9),
  };
}

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Api, type Header } from '../src/chain/api';
import { ChainError } from '../src/chain/failure';
import type { Hex } from '../src/lib/hex';
import list from '../src/chain/known/known.json';
import { Runtime } from '../src/chain/runtime';
import type { Shelf } from '../src/chain/runtimes';
import { NodeError, type Wire } from '../src/chain/socket';
import { askWallet, type Account } from '../src/chain/wallet';
import { u8aToHex } from '../src/lib/bytes';

/** The hash of a known runtime's code, and the file of its metadata. */
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

/** A node's answer to each method. If it throws, the node refuses with that error. */
export type Answers = Record<string, (...params: never[]) => unknown>;

const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`;

/** The hash of the code after an upgrade, and a block before it. */
export const LATER = `0x${'1a'.repeat(32)}` as const;
export const BEFORE = `0x${'0d'.repeat(32)}` as const;

/** The metadata of the same runtime with another version in its constant. */
export function ofVersion(specVersion: number): Uint8Array {
  const metadata = METADATA.slice();
  const view = new DataView(metadata.buffer);
  const places = Array.from({ length: metadata.length - 4 }, (_, at) => at);
  const [place, ...others] = places.filter((at) => view.getUint32(at, true) === VERSION.specVersion);
  if (place === undefined || others.length > 0) throw new Error('the version can’t be told from the rest');
  view.setUint32(place, specVersion, true);
  return metadata;
}

/** The default answers of a node with this runtime, before and after an upgrade. */
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

/** A node in the test's own process. */
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

  /** Subscribes, unless the node's answer refuses it. */
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

  /** The number of a method's subscribers. */
  heardBy(method: string): number {
    return this.listeners.get(method)?.size ?? 0;
  }
}

/** The API of a node. It finds the page's own runtime on a shelf. */
export function apiOf(node: Wire, shelves: readonly Shelf[] = [shelf]): Promise<Api> {
  return Api.over(node, shelves);
}

/** An API that only announces heads, when a test says so. */
export class Heads {
  readonly stop = () => void (this.isHeard = false);
  isHeard = false;
  private readonly end = new AbortController();
  private hear: (head: Header) => void = () => undefined;

  readonly heads = (_kind: unknown, hear: (head: Header) => void): (() => void) => {
    this.hear = hear;
    this.isHeard = true;
    return this.stop;
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

/** The stored account with this balance and as many extrinsics in blocks, encoded. */
export function accountWith(free: bigint, nonce = 0): Hex {
  const data = { free, reserved: 0n, frozen: 0n, flags: 0n };
  const account = { nonce, consumers: 0, providers: 1, sufficients: 0, data };
  const type = RUNTIME.entry('System', 'Account').type;
  return u8aToHex(RUNTIME.types.encode(type, account));
}

/** A node's answers to a signer with this balance. */
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

/** The first account that the test's wallet shows. */
export async function accountInWallet(): Promise<Account> {
  let shown: Account[] = [];
  await askWallet('Tester', (accounts) => (shown = accounts));
  const [account] = shown;
  if (!account) throw new Error('the wallet shows no account');
  return account;
}

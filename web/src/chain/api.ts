import { aside } from '../lib/aside';
import { blake2AsHex, hexToU8a, u8aConcat } from '../lib/bytes';
import { compact } from '@polkadot-api/substrate-bindings';
import { growing, pause } from '../lib/pause';
import { Store } from '../lib/store';
import { ChainError, isNodeError, isPassing, known, readable } from './failure';
import { parseActorId, type Hex } from '../lib/hex';
import type { Method, Subscribing } from './requests';
import type { Runtime, Version } from './runtime';
import { Runtimes, type Shelf } from './runtimes';
import type { Wire } from './socket';

/** A block by its header. */
export interface Header {
  hash: Hex;
  number: number;
  parent: Hex;
}

/** A header as nodes write it, which leaves out the block's hash. */
interface Written {
  parentHash: Hex;
  number: Hex;
  stateRoot: Hex;
  extrinsicsRoot: Hex;
  digest: { logs: Hex[] };
}

export type HeadKind = 'subscribeNewHeads' | 'subscribeFinalizedHeads';

/** The place of a value in the chain's storage: pallet, item and keys. */
export type Place = [pallet: string, item: string, ...keys: unknown[]];

/** The values of some storage keys, as nodes write them. */
export interface Changes {
  changes: [key: Hex, value: Hex | null][];
}

/** The listeners to one kind of heads, who share one subscription. */
interface Heads {
  listeners: Set<(head: Header) => void>;
  latest: Header | undefined;
  /** Aborts when nobody listens any more. */
  end: AbortController;
}

/** How many values one request reads. */
const MOST_KEYS = 1_000;

/** How often a node that is busy is asked again before its words count as the answer. */
export const REPEATS = 3;

/** A node over one connection: its answers, and the runtime that its chain has now. */
export class Api {
  private readonly heard = new Map<HeadKind, Heads>();
  /** The reading of a new runtime, while it lasts. Rejects if the runtime can't be read. */
  private renewal: Promise<void> | null = null;
  private isOutdated = false;
  /** Whether the chain was upgraded during this connection. The present runtime did not make all its blocks then. */
  wasUpgraded = false;
  /** Counts the upgrades during this connection that the page can read: what a message costs may be another then. */
  readonly upgrades = new Store(0);

  private constructor(
    private readonly wire: Wire,
    private readonly runtimes: Runtimes,
    readonly genesis: Hex,
    private present: Present,
  ) {}

  /** @throws if the node can't tell what its chain is */
  static async over(wire: Wire, shelves: readonly Shelf[]): Promise<Api> {
    const runtimes = new Runtimes(wire, shelves);
    const heard: { version?: Version; api?: Api } = {};
    const [genesis, present] = await Promise.all([
      wire.send<Hex | null>('chain_getBlockHash', [0]).then((hash) => known(parseActorId(hash ?? ''))),
      presentOf(wire, runtimes),
      wire.subscribe('state_subscribeRuntimeVersion', [], (version: Version) => {
        heard.version = version;
        heard.api?.hearVersion(version);
      }),
    ]);
    const api = new Api(wire, runtimes, genesis, present);
    heard.api = api;
    if (heard.version) api.hearVersion(heard.version);
    return api;
  }

  /** Aborts when the connection is lost. */
  get lost(): AbortSignal {
    return this.wire.lost;
  }

  get isConnected(): boolean {
    return !this.lost.aborted;
  }

  /** The runtime that decodes the latest blocks. */
  get runtime(): Runtime {
    return this.present.runtime;
  }

  /** The name of the present runtime. */
  get runtimeName(): string {
    return this.present.name;
  }

  get version(): Version {
    return this.present.version;
  }

  /** Asks the node. While it is busy, it is asked again. */
  async send<T>(method: Method, params?: readonly unknown[]): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.wire.send<T>(method, params);
      } catch (error) {
        if (tries === REPEATS || !isNodeError(error) || !isPassing(error)) throw error;
        console.info('The node is asked again:', error);
      }
      await pause(this.lost, growing(tries));
    }
  }

  subscribe(method: Subscribing, params: readonly unknown[], tell: (result: never) => void): Promise<() => void> {
    return this.wire.subscribe(method, params, tell);
  }

  /**
   * Subscribes, again and again until it works or the signal aborts: nobody hears what a node that
   * was busy once did not tell.
   */
  listen(method: Subscribing, params: readonly unknown[], tell: (result: never) => void, over: AbortSignal): void {
    const hear = (result: never): void => {
      if (!over.aborted) tell(result);
    };
    const begin = async (): Promise<void> => {
      for (let tries = 0; !over.aborted && this.isConnected; tries += 1) {
        try {
          const stop = await this.subscribe(method, params, hear);
          untilOver(over, stop);
          return;
        } catch (error) {
          console.info('The node is asked for its news again:', error);
        }
        await pause(over, growing(tries));
      }
    };
    aside(begin(), method);
  }

  /**
   * The runtime that an extrinsic can be signed for now.
   *
   * @throws ChainError if the page can't read the chain's new runtime
   */
  async current(): Promise<Runtime> {
    if (this.isOutdated) this.renew();
    await this.renewal;
    return this.runtime;
  }

  /** The name of the runtime that made a block, found by the block's parent. */
  runtimeNameAfter(parent: Hex): Promise<string> {
    return this.runtimes.nameAt(parent);
  }

  /** The runtime that made a block, found by the block's parent. */
  async runtimeAfter(parent: Hex): Promise<Runtime> {
    const name = await this.runtimes.nameAt(parent);
    return name === this.present.name ? this.runtime : this.runtimes.named(name, parent);
  }

  /** Reads a value of storage, as of this block or the latest. */
  async read(place: Place, at?: Hex): Promise<unknown> {
    const [pallet, item, ...keys] = place;
    const entry = this.runtime.entry(pallet, item);
    const params = at === undefined ? [entry.key(...keys)] : [entry.key(...keys), at];
    return entry.value(await this.send<Hex | null>('state_getStorage', params));
  }

  /** Reads many values, as of this block or the latest, in one request for each thousand. */
  async readAll(places: readonly Place[], at?: Hex): Promise<unknown[]> {
    if (places.length === 0) return [];
    const entries = places.map(([pallet, item, ...keys]) => {
      const entry = this.runtime.entry(pallet, item);
      return { entry, key: entry.key(...keys) };
    });
    const values = new Map<Hex, Hex | null>();
    for (let from = 0; from < entries.length; from += MOST_KEYS) {
      const keys = entries.slice(from, from + MOST_KEYS).map(({ key }) => key);
      const params = at === undefined ? [keys] : [keys, at];
      const [set] = known(await this.send<Changes[] | null>('state_queryStorageAt', params));
      for (const [key, value] of set?.changes ?? []) values.set(key, value);
    }
    return entries.map(({ entry, key }) => entry.value(values.get(key)));
  }

  /** Tells a value of storage now and after each change, until the signal aborts. */
  follow([pallet, item, ...keys]: Place, tell: (value: unknown) => void, over: AbortSignal): void {
    const entry = this.runtime.entry(pallet, item);
    const hear = ({ changes }: Changes): void => {
      for (const [, value] of changes) tell(this.runtime.entry(pallet, item).value(value));
    };
    this.listen('state_subscribeStorage', [[entry.key(...keys)]], hear, over);
  }

  /**
   * Tells of new heads, and at once of the latest known one. All listeners share one subscription.
   *
   * @returns a function that ends it
   */
  heads(kind: HeadKind, tell: (head: Header) => void): () => void {
    const heads = this.heard.get(kind) ?? this.hearHeads(kind);
    heads.listeners.add(tell);
    if (heads.latest) tell(heads.latest);
    return () => {
      if (!heads.listeners.delete(tell) || heads.listeners.size > 0) return;
      if (this.heard.get(kind) === heads) this.heard.delete(kind);
      heads.end.abort();
    };
  }

  /** The latest head that the node has told of, while somebody listens. */
  latest(kind: HeadKind): Header | null {
    return this.heard.get(kind)?.latest ?? null;
  }

  async finalizedHead(): Promise<Hex> {
    return known(await this.send<Hex | null>('chain_getFinalizedHead'));
  }

  /** The header of a block, or of the latest. */
  async header(hash?: Hex): Promise<Header> {
    return headerOf(known(await this.send<Written | null>('chain_getHeader', hash === undefined ? [] : [hash])));
  }

  private hearHeads(kind: HeadKind): Heads {
    const heads: Heads = { listeners: new Set(), latest: undefined, end: new AbortController() };
    this.heard.set(kind, heads);
    const hear = (written: Written): void => {
      heads.latest = headerOf(written);
      for (const listener of [...heads.listeners]) listener(heads.latest);
    };
    this.listen(`chain_${kind}`, [], hear, heads.end.signal);
    return heads;
  }

  private hearVersion({ specVersion }: Version): void {
    this.isOutdated = specVersion !== this.version.specVersion;
    this.wasUpgraded ||= this.isOutdated;
    if (this.isOutdated) this.renew();
  }

  private renew(): void {
    if (this.renewal) return;
    const renewal = presentOf(this.wire, this.runtimes).then((present) => {
      this.present = present;
      this.isOutdated = false;
      this.upgrades.update((count) => count + 1);
    });
    this.renewal = renewal;
    renewal
      .catch((error: unknown) => console.warn('The chain’s new runtime can’t be read yet:', error))
      .finally(() => {
        this.renewal = null;
      });
  }
}

/** Ends something once the signal aborts, or at once if it has. */
export function untilOver(over: AbortSignal, end: () => void): void {
  if (over.aborted) end();
  else over.addEventListener('abort', () => end(), { once: true });
}

interface Present {
  name: string;
  runtime: Runtime;
  version: Version;
}

/** The runtime that a node's chain has now. A runtime that states another version is not accepted. */
async function presentOf(wire: Wire, runtimes: Runtimes): Promise<Present> {
  const about = (): Promise<[string, Version]> =>
    Promise.all([runtimes.nameAt(null), wire.send<Version | null>('state_getRuntimeVersion').then(known)]);
  const isMeant = ({ runtime, version }: Present): boolean => runtime.version.specVersion === version.specVersion;
  const [name, version] = await about();
  const first = { name, version, runtime: await runtimes.named(name, null) };
  if (isMeant(first)) return first;
  // The chain was upgraded between two answers, or the kept metadata is not the node's.
  const [nameNow, versionNow] = await about();
  const second = { name: nameNow, version: versionNow, runtime: await runtimes.asked(nameNow, null) };
  if (isMeant(second)) return second;
  const text = `The node says that its runtime is ${versionNow.specVersion}, and describes ${second.runtime.version.specVersion}.`;
  throw new ChainError({ kind: 'page', text });
}

function headerOf(written: Written): Header {
  return readable(() => {
    const { parentHash, number, stateRoot, extrinsicsRoot, digest } = written;
    const logs = digest.logs.map(hexToU8a);
    const encoded = u8aConcat(
      hexToU8a(parentHash),
      compact.enc(Number(number)),
      hexToU8a(stateRoot),
      hexToU8a(extrinsicsRoot),
      compact.enc(logs.length),
      ...logs,
    );
    return { hash: blake2AsHex(encoded), number: Number(number), parent: parentHash };
  });
}

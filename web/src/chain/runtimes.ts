import type { DBSchema } from 'idb';
import { Database } from '../lib/database';
import { hexToU8a } from '../lib/bytes';
import { ChainError, errorOf, isDiscarded, isNo, isNodeError, known, NO_SUCH_METHOD, within } from './failure';
import type { Hex } from '../lib/hex';
import list from './known/known.json';
import { Runtime } from './runtime';
import type { Wire } from './socket';

/** Where the chain keeps its own code: `:code`. */
const CODE = '0x3a636f6465';

/** How long a shelf may take, ms: the page's own host may be gone, and say nothing. The node has it as well. */
const PATIENCE = 10_000;

/** A place that may hold metadata, by the hash of the code that it describes. */
export interface Shelf {
  get: (hash: string) => Promise<Uint8Array | undefined>;
  put: (hash: string, metadata: Uint8Array) => Promise<void>;
}

const files = import.meta.glob<string>('./known/*.gz', { query: '?url', import: 'default', eager: true });

/** The metadata that comes with the page, without docs. */
export const shipped: Shelf = {
  get: async (hash) => {
    const name = (list as Partial<Record<string, string>>)[hash];
    const url = name === undefined ? undefined : files[`./known/${name}`];
    if (url === undefined) return undefined;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`the page's own file is not there: ${answer.status}`);
    return unpacked(await answer.blob());
  },
  put: () => Promise.resolve(),
};

/** The first bytes of gzip files. */
const PACKED = [0x1f, 0x8b];

/** Unpacks a file, unless the browser did: some hosts make browsers unpack files of this name. */
async function unpacked(file: Blob): Promise<Uint8Array> {
  const start = new Uint8Array(await file.slice(0, PACKED.length).arrayBuffer());
  const isPacked = PACKED.every((byte, at) => start[at] === byte);
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const STORE = 'metadata';

interface Schema extends DBSchema {
  metadata: { key: [node: string, hash: string]; value: Uint8Array };
}

const database = new Database<Schema>('rpsls-runtimes', 1, (made) => {
  made.createObjectStore(STORE);
});

/**
 * What this node has told this browser. Keeps only the latest metadata, because it is large.
 * Metadata from another node is not trusted here: the node that describes calls decides what is
 * signed.
 */
export function keptOf(node: string): Shelf {
  return {
    get: (hash) => database.use((opened) => opened.get(STORE, [node, hash])),
    put: (hash, metadata) =>
      database.use(async (opened) => {
        const writing = opened.transaction(STORE, 'readwrite');
        await Promise.all([writing.store.clear(), writing.store.put(metadata, [node, hash]), writing.done]);
      }),
  };
}

/** The runtimes that made a chain's blocks. Each is read once per connection. */
export class Runtimes {
  private readonly known = new Map<string, Promise<Runtime>>();
  private tellsCode = true;

  constructor(
    private readonly wire: Pick<Wire, 'send'>,
    private readonly shelves: readonly Shelf[],
  ) {}

  /**
   * The name of the runtime of a block's state, which makes the next block. The name is the hash of
   * the runtime's code, or its version if the node does not tell the hash.
   *
   * @param block null for the latest
   */
  async nameAt(block: Hex | null): Promise<string> {
    const hash = this.tellsCode ? await this.hashAt(block) : null;
    if (hash !== null) return hash;
    this.tellsCode = false;
    const version = await this.wire.send<{ specVersion: number } | null>('state_getRuntimeVersion', [block]);
    return String(known(version).specVersion);
  }

  /** The runtime of that name, which belongs to a block's state. */
  async named(name: string, block: Hex | null): Promise<Runtime> {
    const known = this.known.get(name) ?? this.find(name, block);
    this.known.set(name, known);
    try {
      return await known;
    } catch (error) {
      // The node may tell it another time.
      this.known.delete(name);
      throw error;
    }
  }

  /** Asks the node itself for a runtime, whatever is kept of it. */
  async asked(name: string, block: Hex | null): Promise<Runtime> {
    const told = await this.told(block ?? (await this.latest(name)));
    const metadata = /^0x([0-9a-f]{2})*$/.test(told) ? hexToU8a(told) : new Uint8Array();
    const runtime = read(metadata);
    this.known.set(name, Promise.resolve(runtime));
    // A version does not identify the code, so only metadata with a hash is kept.
    if (name.startsWith('0x')) {
      for (const shelf of this.shelves) {
        shelf.put(name, metadata).catch((error: unknown) => console.info('Metadata is not kept:', error));
      }
    }
    return runtime;
  }

  private async find(name: string, block: Hex | null): Promise<Runtime> {
    for (const shelf of this.shelves) {
      try {
        const metadata = await within(PATIENCE, { kind: 'lost' }, shelf.get(name));
        if (metadata) return read(metadata);
      } catch (error) {
        // The store is full, refused or broken, so the node is asked.
        console.info('Metadata that is kept can’t be had:', error);
      }
    }
    return this.asked(name, block);
  }

  /** The latest block, if its runtime has this name: metadata must not be kept under another's name. */
  private async latest(name: string): Promise<Hex> {
    const block = await this.wire.send<Hex>('chain_getBlockHash');
    if ((await this.nameAt(block)) === name) return block;
    throw new ChainError({ kind: 'behind' });
  }

  private async told(block: Hex): Promise<Hex> {
    try {
      return known(await this.wire.send<Hex | null>('state_getMetadata', [block]));
    } catch (error) {
      if (!isNo(error) || isDiscarded(error)) throw error;
      const text = `The node does not describe its chain’s runtime, which this page does not know: ${error.message}`;
      throw new ChainError({ kind: 'page', text });
    }
  }

  private async hashAt(block: Hex | null): Promise<Hex | null> {
    try {
      // Each chain has code: a node without it does not know the block.
      return known(await this.wire.send<Hex | null>('state_getStorageHash', [CODE, block]));
    } catch (error) {
      if (isNodeError(error) && error.code === NO_SUCH_METHOD && !isDiscarded(error)) return null;
      throw error;
    }
  }
}

function read(metadata: Uint8Array): Runtime {
  try {
    return new Runtime(metadata);
  } catch (error) {
    throw new ChainError({ kind: 'page', text: errorOf(error).message });
  }
}

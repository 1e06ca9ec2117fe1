import { aside } from '../lib/aside';
import { Api } from './api';
import { growing } from '../lib/pause';
import { BLOCK_TIME } from './clock';
import { ChainError, failureOf, known, within } from './failure';
import { Growth, UNKNOWN, type Grown } from './growth';
import { PLACES } from '../lib/amount';
import type { Hex } from '../lib/hex';
import { isNodeAddress, isOfChain } from '../lib/networks';
import { keptOf, shipped } from './runtimes';
import { Socket } from './socket';
import { Lacking } from '../lib/browser';
import { Store } from '../lib/store';

/** What is fixed about a chain. */
export interface Chain {
  genesis: Hex;
  name: string;
  /** Whether everybody has the keys of its rich accounts. */
  isDevelopment: boolean;
  ss58: number;
  symbol: string;
  existentialDeposit: bigint;
  valuePerGas: bigint;
  blockGasLimit: bigint;
  /** Whether the node has `gear_readState`, which Vara is going to lose. */
  readsState: boolean;
  /** Whether the node tells which programs have changed. */
  tellsChanges: boolean;
}

export interface Online {
  status: 'online';
  api: Api;
  chain: Chain;
  /** Aborts when this connection is lost. A silent connection neither answers a request nor fails it. */
  lost: AbortSignal;
}

/** The node was there, or should be. The page tries again. */
export interface Offline {
  status: 'offline';
  attempts: number;
  chain: Chain | null;
  /** Why an answering node is of no use, in its words or the page's. */
  why: string | null;
}

export type Link =
  /** `chain` is the last chain that was there, if any. */
  | { status: 'connecting'; chain: Chain | null }
  | Online
  | Offline
  /** The node's chain runs no Gear programs. */
  | { status: 'foreign'; name: string }
  /** The address is a public network's, but the chain is another. */
  | { status: 'impostor'; name: string }
  | { status: 'badAddress' };

/** The chain that is there, or was before the connection was lost. What is known of it stays true. */
export function chainOf(link: Link): Chain | null {
  return 'chain' in link ? link.chain : null;
}

/** The longest pause between two tries, ms: a node that refuses is spared. */
const LONGEST_DELAY = 60_000;
/** How much of a pause is left to chance: many pages lose a node at the same moment. */
const JITTER = 0.25;
/** A connection that has lasted this long, ms, was a good one: the next pauses begin anew. */
const LASTING = 60_000;
/**
 * How long a silence may last before the page asks whether the node is still there, and how long
 * the answer may take, ms.
 */
const PULSE = 15_000;
/**
 * How long the answer may take when the browser reports a change of network, when the page asks
 * again while there is none, and when the machine wakes, ms.
 */
const DOUBT = 2_000;
/** A node that takes longer than this to open a connection counts as absent, ms. */
const PATIENCE = 30_000;
/** After a silence as long as this, ms, what is known of the chain's time may be wrong. */
const SILENCE = 3 * BLOCK_TIME;

/**
 * The way to a node.
 *
 * Each connection gets an API of its own. The chain that comes back may be another than the one
 * that went away, and then nothing known of the old one is of use.
 */
export class Connection {
  readonly link = new Store<Link>({ status: 'connecting', chain: null });
  /** How the node's chain grows, while there is a connection. */
  readonly grown = new Store<Grown>(UNKNOWN);
  /** Since when only what the node tells anew counts, by `performance.now()`, ms. */
  doubted = performance.now();
  private attempts = 0;
  private hasBegun = false;
  private isClosed = false;
  /** Whether the browser says that there is no network. A node on this machine answers all the same. */
  private isOffline = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private socket: Socket | undefined;
  private growth: Growth | undefined;
  /** When the present connection was there, by `performance.now()`, ms. */
  private since = 0;

  constructor(readonly url: string) {}

  /** Connects, unless it has begun before. */
  begin(): void {
    if (this.hasBegun || this.isClosed) return;
    this.hasBegun = true;
    if (isNodeAddress(this.url)) aside(this.open(), this.url);
    else this.link.set({ status: 'badAddress' });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.leave();
  }

  /** A method, so that TypeScript expects a change during an await. */
  private hasClosed(): boolean {
    return this.isClosed;
  }

  /** Tries at once, for people who don't want to wait. */
  retryNow(): void {
    if (this.link.get().status !== 'offline') return;
    clearTimeout(this.retry);
    this.link.set({ status: 'connecting', chain: this.lastChain() });
    aside(this.open(), this.url);
  }

  /**
   * The machine's network went or came. Asks a connected node at once, and while there is no network
   * again and again, since an answer may have been on its way. Retries a lost node.
   */
  doubt(isOffline: boolean): void {
    this.isOffline = isOffline;
    aside(this.ask(), this.url);
    this.retryNow();
  }

  /**
   * The page is seen again, or the machine has slept.
   *
   * @param hasSlept whether time has passed that the page did not notice
   */
  wake(hasSlept = false): void {
    const { socket } = this;
    const isSilent = socket !== undefined && performance.now() - socket.heard > SILENCE;
    if (hasSlept || isSilent) this.doubted = performance.now();
    if (socket) aside(socket.doubt(DOUBT), this.url);
    this.growth?.ask();
    this.retryNow();
  }

  private async ask(): Promise<void> {
    const { socket } = this;
    await socket?.doubt(DOUBT);
    if (!this.isOffline || !socket || socket.lost.aborted) return;
    setTimeout(() => {
      if (this.socket === socket && this.isOffline) aside(this.ask(), this.url);
    }, DOUBT);
  }

  private lastChain(): Chain | null {
    return chainOf(this.link.get());
  }

  private async open(): Promise<void> {
    const late = new AbortController();
    let socket: Socket | undefined;
    try {
      socket = await within(PATIENCE, { kind: 'lost' }, Socket.open(this.url, late.signal)).finally(() => late.abort());
      this.socket = socket;
      if (this.hasClosed()) {
        this.leave();
        return;
      }
      // Asks everything at once: each answer needs its time on the way.
      const opening = Api.over(socket, [shipped, keptOf(this.url)]);
      opening.catch(() => undefined);
      const about = await aboutOf(socket);
      if (about.methods.length === 0) {
        this.leave();
        this.link.set({ status: 'foreign', name: about.name });
        return;
      }
      const api = await opening;
      const chain = chainAt(api, about);
      if (this.hasClosed()) {
        this.leave();
        return;
      }
      if (!isOfChain(this.url, chain.genesis)) {
        this.leave();
        this.link.set({ status: 'impostor', name: chain.name });
        return;
      }
      if (!api.isConnected) throw new Error('the node went away');
      this.attend(socket, api, chain);
    } catch (error) {
      console.info(`No connection to ${this.url}:`, error);
      if (error instanceof Lacking) {
        // The browser will never connect to it.
        this.leave();
        this.link.set({ status: 'badAddress' });
        return;
      }
      this.lost(socket?.farewell ?? toldBy(error));
    }
  }

  /** Is there for a connection that works, until it is lost. */
  private attend(socket: Socket, api: Api, chain: Chain): void {
    socket.lost.addEventListener('abort', () => {
      if (this.socket === socket) this.lost(socket.farewell);
    });
    this.watch(socket);
    this.since = performance.now();
    this.doubted = this.since;
    if (chain.genesis !== this.lastChain()?.genesis) this.grown.set(UNKNOWN);
    this.growth = new Growth(api, this.grown, (why) => {
      socket.farewell = why;
      socket.close();
    });
    this.link.set({ status: 'online', api, chain, lost: socket.lost });
  }

  /** Asks after a silence: a connection can die without a sign. */
  private watch(socket: Socket): void {
    const listen = (): void => {
      if (this.socket !== socket) return;
      const silence = performance.now() - socket.heard;
      if (silence >= PULSE) aside(socket.doubt(PULSE), this.url);
      setTimeout(listen, silence < PULSE ? PULSE - silence : PULSE);
    };
    listen();
  }

  private lost(why: string | null = null): void {
    if (this.isClosed) return;
    if (this.link.get().status === 'online' && performance.now() - this.since > LASTING) this.attempts = 0;
    this.leave();
    this.attempts += 1;
    this.link.set({ status: 'offline', attempts: this.attempts, chain: this.lastChain(), why });
    const delay = growing(this.attempts - 1, LONGEST_DELAY);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => aside(this.open(), this.url), delay * (1 - JITTER * Math.random()));
  }

  private leave(): void {
    const { socket } = this;
    this.socket = undefined;
    this.growth = undefined;
    // Requests under way over the socket fail.
    socket?.close();
  }
}

/** What a node says about why it is of no use. Null if the node does not answer. */
function toldBy(error: unknown): string | null {
  const failure = failureOf(error);
  if (failure.kind === 'behind') return 'it does not know its own chain yet';
  return ['node', 'garbled', 'page'].includes(failure.kind) && 'text' in failure ? failure.text : null;
}

/** What a node says of itself and its chain. */
interface About {
  /** What the node can be asked about Gear programs: nothing, if its chain runs none. */
  methods: string[];
  name: string;
  type: unknown;
  properties: Properties | null;
}

/** What a chain says of itself. Nodes write some of it as one value or as a list. */
interface Properties {
  ss58Format?: number | number[];
  ss58format?: number | number[];
  tokenSymbol?: string | string[];
  tokenDecimals?: number | number[];
}

/** The prefix of addresses on Vara. */
const VARA = 137;

async function aboutOf(socket: Socket): Promise<About> {
  const [{ methods }, name, type, properties] = await Promise.all([
    socket.send<{ methods: string[] } | null>('rpc_methods').then(known),
    socket.send<string>('system_chain'),
    socket.send<unknown>('system_chainType'),
    socket.send<Properties | null>('system_properties'),
  ]);
  return { methods: methods.filter((method) => method.startsWith('gear_')), name, type, properties };
}

function chainAt({ runtime, genesis }: Api, { methods, name, type, properties }: About): Chain {
  const { ss58Format = properties?.ss58format, tokenSymbol, tokenDecimals } = properties ?? {};
  const places = [tokenDecimals].flat()[0] ?? PLACES;
  // What it shows would be another amount than what is paid.
  if (places !== PLACES)
    throw new ChainError({
      kind: 'page',
      text: `its money has ${places} decimal places, and this page counts ${PLACES}`,
    });
  const multiplier = runtime.constant('GearBank', 'GasMultiplier') as { ValuePerGas?: bigint };
  return {
    genesis,
    name,
    isDevelopment: type === 'Development',
    ss58: [ss58Format].flat()[0] ?? VARA,
    symbol: [tokenSymbol].flat()[0] ?? 'VARA',
    existentialDeposit: runtime.constant('Balances', 'ExistentialDeposit') as bigint,
    valuePerGas: multiplier.ValuePerGas ?? 0n,
    blockGasLimit: runtime.constant('GearGas', 'BlockGasLimit') as bigint,
    readsState: methods.includes('gear_readState'),
    tellsChanges: methods.includes('gear_subscribeProgramStateChanges'),
  };
}

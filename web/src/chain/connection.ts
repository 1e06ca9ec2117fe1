import { Api } from './api';
import { ChainError, failureOf } from './failure';
import type { Hex } from './hex';
import { isNodeAddress, isOfChain } from './networks';
import { keptOf, shipped } from './runtimes';
import { Socket } from './socket';
import { Store } from '../lib/store';

/** What is fixed about a chain. */
export interface Chain {
  genesis: Hex;
  name: string;
  /** Whether its rich accounts are everybody's. */
  isDevelopment: boolean;
  ss58: number;
  symbol: string;
  existentialDeposit: bigint;
  valuePerGas: bigint;
  blockGasLimit: bigint;
  /** Whether the node has `gear_readState`, which Vara is to lose. */
  readsState: boolean;
}

export interface Online {
  status: 'online';
  api: Api;
  chain: Chain;
  /** Tells when this connection is lost. One that has gone silent answers nothing that it was asked, and fails nothing. */
  lost: AbortSignal;
}

/** It was there, or should be, and is tried again. */
export interface Offline {
  status: 'offline';
  attempts: number;
  chain: Chain | null;
  /** Where it answers and is of no use, in its words or the page's. */
  why: string | null;
}

export type Link =
  /** `chain` is the one that was there last, if one was. */
  | { status: 'connecting'; chain: Chain | null }
  | Online
  | Offline
  /** There is a node, of a chain that runs no Gear programs. */
  | { status: 'foreign'; name: string }
  /** The address is a public network's, and the chain another. */
  | { status: 'impostor'; name: string }
  | { status: 'badAddress' };

/** The chain that is there, or was before the connection was lost: what is known of it stays true. */
export function chainOf(link: Link): Chain | null {
  return 'chain' in link ? link.chain : null;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 8_000;
/** After how long a silence it is asked whether it is still there, and how long it may take to say so. */
const PULSE = 15_000;
/** The same where the machine's network is said to have changed. */
const DOUBT = 2_000;
/** A node that takes longer to say what it is counts as absent. */
const PATIENCE = 30_000;

/**
 * The way to a node.
 *
 * Each connection gets an API of its own: what comes back may be another chain
 * than what went away, and nothing known of the old one is of use then.
 */
export class Connection {
  readonly link = new Store<Link>({ status: 'connecting', chain: null });
  private attempts = 0;
  private isClosed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private socket: Socket | undefined;
  /** Asks whether the node is still there, and how long it may take to say so. */
  private ask: (patience: number) => void = () => undefined;

  constructor(readonly url: string) {
    if (isNodeAddress(url)) void this.open();
    else this.link.set({ status: 'badAddress' });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.leave();
  }

  /** As a question: it may change while something is waited for. */
  private hasClosed(): boolean {
    return this.isClosed;
  }

  /** Tries at once, for those who don't want to wait. */
  retryNow(): void {
    if (this.link.get().status !== 'offline') return;
    clearTimeout(this.retry);
    this.link.set({ status: 'connecting', chain: this.lastChain() });
    void this.open();
  }

  /** The machine's network has come or gone: a node that is there is asked at once, and one that is not is tried. */
  doubt(): void {
    this.ask(DOUBT);
    this.retryNow();
  }

  private lastChain(): Chain | null {
    return chainOf(this.link.get());
  }

  private async open(): Promise<void> {
    const late = new AbortController();
    try {
      const socket = await within(PATIENCE, Socket.open(this.url, late.signal)).finally(() => late.abort());
      this.socket = socket;
      if (this.hasClosed()) {
        this.leave();
        return;
      }
      // All that can be asked at once: each answer takes its time on the way.
      const opening = Api.over(socket, [shipped, keptOf(this.url)]);
      opening.catch(() => undefined);
      const about = await within(PATIENCE, aboutOf(socket));
      if (about.methods.length === 0) {
        this.leave();
        this.link.set({ status: 'foreign', name: about.name });
        return;
      }
      const api = await within(PATIENCE, opening);
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
      socket.lost.addEventListener('abort', () => {
        if (this.socket === socket) this.lost();
      });
      this.watch(socket);
      if (!api.isConnected) throw new Error('the node went away');
      this.attempts = 0;
      this.link.set({ status: 'online', api, chain, lost: socket.lost });
    } catch (error) {
      console.info(`No connection to ${this.url}:`, error);
      this.lost(toldBy(error));
    }
  }

  /** Asks where nothing is heard: a connection can die without anybody saying so. */
  private watch(socket: Socket): void {
    const ask = (patience: number): void => {
      if (this.socket !== socket) return;
      within(patience, socket.send('system_chain')).catch((error: unknown) => {
        if (this.socket !== socket) return;
        console.info('The node has gone silent:', error);
        this.lost();
      });
    };
    this.ask = ask;
    const listen = (): void => {
      if (this.socket !== socket) return;
      const silence = performance.now() - socket.heard;
      if (silence >= PULSE) ask(PULSE);
      setTimeout(listen, silence < PULSE ? PULSE - silence : PULSE);
    };
    listen();
  }

  private lost(why: string | null = null): void {
    if (this.isClosed) return;
    this.leave();
    this.attempts += 1;
    this.link.set({ status: 'offline', attempts: this.attempts, chain: this.lastChain(), why });
    const delay = Math.min(FIRST_DELAY * 2 ** (this.attempts - 1), LONGEST_DELAY);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.open(), delay);
  }

  private leave(): void {
    const { socket } = this;
    this.socket = undefined;
    // What is under way over it fails.
    socket?.close();
  }
}

/** What a node, or its metadata, says of why it is of no use; nothing where it does not answer. */
function toldBy(error: unknown): string | null {
  const failure = failureOf(error);
  return failure.kind === 'node' ? failure.text : null;
}

/** What a node says of itself and its chain. */
interface About {
  /** What it can be asked about Gear programs: nothing, if its chain runs none. */
  methods: string[];
  name: string;
  type: unknown;
  properties: Properties | null;
}

/** What a chain says of itself. Nodes write some of it alone, or in a list. */
interface Properties {
  ss58Format?: number | number[];
  ss58format?: number | number[];
  tokenSymbol?: string | string[];
}

/** How Vara's accounts are written. */
const VARA = 137;

async function aboutOf(socket: Socket): Promise<About> {
  const [{ methods }, name, type, properties] = await Promise.all([
    socket.send<{ methods: string[] }>('rpc_methods'),
    socket.send<string>('system_chain'),
    socket.send<unknown>('system_chainType'),
    socket.send<Properties | null>('system_properties'),
  ]);
  return { methods: methods.filter((method) => method.startsWith('gear_')), name, type, properties };
}

function chainAt({ runtime, genesis }: Api, { methods, name, type, properties }: About): Chain {
  const { ss58Format = properties?.ss58format, tokenSymbol } = properties ?? {};
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
  };
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChainError({ kind: 'lost' })), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

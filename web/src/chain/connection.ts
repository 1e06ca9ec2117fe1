import { GearApi } from '@gear-js/api';
import { WsProvider } from '@polkadot/api';
import type { Hex } from './hex';
import { isOfChain } from './networks';
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
  api: GearApi;
  chain: Chain;
  /** Tells when this connection is lost. One that has gone silent answers nothing that it was asked, and fails nothing. */
  lost: AbortSignal;
}

export type Link =
  /** `chain` is the one that was there last, if one was. */
  | { status: 'connecting'; chain: Chain | null }
  | Online
  /** It was there, or should be, and is tried again. */
  | { status: 'offline'; attempts: number; chain: Chain | null }
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
/** How often it is asked whether it is still there, and how long it may take to say so. */
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
  private api: GearApi | undefined;
  /** Ends what is under way over the connection that is there. */
  private end = new AbortController();
  /** Asks whether the node is still there, and how long it may take to say so. */
  private ask: (patience: number) => void = () => undefined;

  constructor(readonly url: string) {
    if (isNodeAddress(url)) void this.open();
    else this.link.set({ status: 'badAddress' });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    void this.leave();
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
    const provider = new WsProvider(this.url, false);
    try {
      await this.isReachable(provider);
      const methods = await gearMethods(provider);
      if (this.hasClosed()) {
        await provider.disconnect();
        return;
      }
      if (methods.length === 0) {
        const name = await provider.send<string>('system_chain', []);
        await provider.disconnect();
        this.link.set({ status: 'foreign', name });
        return;
      }
      const api = new GearApi({ provider, throwOnConnect: true, noInitWarn: true });
      this.api = api;
      await within(PATIENCE, api.isReadyOrError);
      const chain = await readChain(api, methods);
      if (!isOfChain(this.url, chain.genesis)) {
        await this.leave();
        this.link.set({ status: 'impostor', name: chain.name });
        return;
      }
      if (this.hasClosed()) {
        await this.leave();
        return;
      }
      provider.on('disconnected', () => {
        if (this.api === api) this.lost();
      });
      this.watch(api, provider);
      if (!provider.isConnected) throw new Error('the node went away');
      this.attempts = 0;
      this.end = new AbortController();
      this.link.set({ status: 'online', api, chain, lost: this.end.signal });
    } catch (error) {
      console.info(`No connection to ${this.url}:`, error);
      await provider.disconnect().catch(ignoreClosed);
      this.lost();
    }
  }

  /** Asks now and then: a connection can die without anybody saying so. */
  private watch(api: GearApi, provider: WsProvider): void {
    const ask = (patience: number): void => {
      if (this.api !== api) return;
      within(patience, provider.send('system_chain', [])).catch((error: unknown) => {
        if (this.api !== api) return;
        console.info('The node has gone silent:', error);
        this.lost();
      });
    };
    this.ask = ask;
    const timer = setInterval(() => {
      if (this.api === api) ask(PULSE);
      else clearInterval(timer);
    }, PULSE);
  }

  private async isReachable(provider: WsProvider): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => {
      provider.on('connected', () => resolve());
      provider.on('error', () => reject(new Error('nothing answers')));
      provider.on('disconnected', () => reject(new Error('the node hung up')));
    });
    await Promise.all([provider.connect(), within(PATIENCE, opened)]);
  }

  private lost(): void {
    if (this.isClosed) return;
    void this.leave();
    this.attempts += 1;
    this.link.set({ status: 'offline', attempts: this.attempts, chain: this.lastChain() });
    const delay = Math.min(FIRST_DELAY * 2 ** (this.attempts - 1), LONGEST_DELAY);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.open(), delay);
  }

  private async leave(): Promise<void> {
    const { api } = this;
    this.api = undefined;
    this.end.abort();
    await api?.disconnect().catch(ignoreClosed);
  }
}

/** Hanging up on a connection that is gone already is no failure. */
function ignoreClosed(error: unknown): void {
  console.debug('Hung up twice:', error);
}

export function isNodeAddress(url: string): boolean {
  return URL.canParse(url) && ['ws:', 'wss:'].includes(new URL(url).protocol);
}

/** What the node can be asked about Gear programs: nothing, if its chain runs none. */
async function gearMethods(provider: WsProvider): Promise<string[]> {
  const { methods } = await provider.send<{ methods: string[] }>('rpc_methods', []);
  return methods.filter((method) => method.startsWith('gear_'));
}

async function readChain(api: GearApi, methods: readonly string[]): Promise<Chain> {
  const [name, type, properties] = await Promise.all([
    api.rpc.system.chain(),
    api.rpc.system.chainType(),
    api.rpc.system.properties(),
  ]);
  const [symbol = 'VARA'] = properties.tokenSymbol.unwrapOrDefault().map((word) => word.toString());
  return {
    genesis: api.genesisHash.toHex(),
    name: name.toString(),
    isDevelopment: type.isDevelopment,
    ss58: properties.ss58Format.unwrapOr(api.registry.createType('u32', 137)).toNumber(),
    symbol,
    existentialDeposit: api.existentialDeposit.toBigInt(),
    valuePerGas: api.valuePerGas.toBigInt(),
    blockGasLimit: api.blockGasLimit.toBigInt(),
    readsState: methods.includes('gear_readState'),
  };
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the node does not answer')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

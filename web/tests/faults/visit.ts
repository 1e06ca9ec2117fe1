import { Connection, type Link, type Online } from '../../src/chain/connection';
import type { ActorId, Hex } from '../../src/lib/hex';
import { keyOfSeed } from '../../src/chain/keys';
import { spendableOf } from '../../src/chain/program';
import { vouchersOf } from '../../src/chain/voucher';
import { askWallet, type Account } from '../../src/chain/wallet';
import { addressOf } from '../../src/lib/address';
import { blake2, hexToU8a, u8aToHex } from '../../src/lib/bytes';
import { keepsAsking } from '../../src/lib/pause';
import { Runner, type ActionState, type Outcome } from '../../src/way/runner';
import { openingOf } from '../../src/rpsls/opening';
import { openingAmong, type Seat } from '../../src/rpsls/secrets';
import { isUnrevealed, statusOf, type GameState } from '../../src/rpsls/state';
import { forget } from '../../src/table/reveal/useForgetting';
import { keepsTrying, revealTask } from '../../src/table/reveal/reveal';
import { seatTask } from '../../src/table/seatTask';
import { kept } from '../../src/table/secrets';
import { noteSeat } from '../../src/table/seats';
import { TableSession } from '../../src/table/session';
import { TABLE } from '../../src/table/target';
import { Ended } from '../../src/table/useRecord';
import { costsOf } from '../../src/way/costs';
import { pursesOf } from '../../src/way/purse';

const WALLET = 'faults';
/** Signs whatever it is asked to, for these keys by address. */
const signers = new Map<string, (bytes: Uint8Array) => Uint8Array>();

/** A wallet for all players of this process. */
export async function installWallet(seeds: readonly Hex[], ss58: number): Promise<Account[]> {
  const keys = seeds.map(keyOfSeed);
  for (const { id, sign } of keys) signers.set(addressOf(id, ss58), sign);
  const signRaw = ({ address, data }: { address: string; data: string }): Promise<{ signature: string }> => {
    const bytes = hexToU8a(data);
    const sign = signers.get(address);
    if (!sign) throw new Error('the wallet has no such account');
    return Promise.resolve({ signature: u8aToHex(sign(bytes.length > 256 ? blake2(bytes) : bytes)) });
  };
  const accounts = [...signers.keys()].map((address) => ({ address, type: 'sr25519' }));
  const door = {
    enable: () => Promise.resolve({ accounts: { get: () => Promise.resolve(accounts) }, signer: { signRaw } }),
  };
  Object.assign(globalThis, { injectedWeb3: { [WALLET]: door } });
  let told: Account[] = [];
  await askWallet(WALLET, (all) => (told = all));
  return keys.flatMap(({ id }) => told.find((account) => account.id === id) ?? []);
}

/** What failures may be told in a game in which only the way to the node fails. */
const TRUE_FAILURES = ['lost', 'behind', 'void', 'late'];

/** One person's page at a table, without what it draws: what its hooks do is done here in the same order. */
export class Visit {
  readonly connection: Connection;
  readonly session: TableSession;
  /** What it said that was not so. */
  readonly untrue = new Set<string>();
  /** What it said that went wrong. */
  readonly troubles: string[] = [];
  private readonly runner: Runner<unknown>;
  private readonly ended = new Ended();
  private readonly over = new AbortController();
  private isPriced = false;
  private balance: bigint | null = null;
  private seat: Seat | null = null;
  private revealing: { commitment: string; online: Online; end: AbortController } | null = null;
  private forgetting: Online | null = null;
  private isForgotten = false;
  private shownNow: GameState | null = null;

  constructor(
    url: string,
    private readonly program: ActorId,
    private readonly account: Account,
  ) {
    this.connection = new Connection(url);
    this.session = new TableSession(this.connection, program);
    this.runner = new Runner<unknown>(program, TABLE);
    this.watchTruth();
    this.over.signal.addEventListener(
      'abort',
      this.connection.link.subscribe(() => this.attend()),
    );
    this.over.signal.addEventListener(
      'abort',
      this.session.view.subscribe(() => this.see()),
    );
    this.attend();
    this.connection.begin();
  }

  close(): void {
    this.over.abort();
    this.revealing?.end.abort();
    this.session.close();
    this.connection.close();
  }

  get state(): GameState | null {
    return this.session.view.get().state;
  }

  /** Whether a person could press the button that takes a seat. */
  get isOffered(): boolean {
    return this.state !== null && this.isPriced && this.balance !== null && this.online !== null;
  }

  get hasSeat(): boolean {
    return this.state !== null && statusOf(this.state, this.account.id) !== 'notRegistered';
  }

  get hasShown(): boolean {
    return (
      this.state !== null && (this.state.gamesFinished > 0 || statusOf(this.state, this.account.id) === 'revealed')
    );
  }

  get hasWon(): boolean {
    return this.state?.lastGame?.winner === this.account.id;
  }

  /** Whether the game is in the record, and nothing is left to do for it. */
  get isDone(): boolean {
    return this.isForgotten;
  }

  get purse(): ActorId | null {
    return (this.seat && pursesOf(this.seat)[0]?.id) ?? null;
  }

  /** Takes a seat with rock, once. */
  async press(): Promise<Outcome> {
    const { state, seat, online } = this;
    if (!state || !seat || !online) return 'failed';
    return this.runner.run(
      online,
      this.account,
      seatTask(state, openingOf('rock', `page ${this.program}`), seat, this.account),
    );
  }

  private get online(): Online | null {
    const link = this.connection.link.get();
    return link.status === 'online' ? link : null;
  }

  /** What begins with each connection: the balance, the price, and what is prepaid. */
  private attend(): void {
    const { online, account, program } = this;
    this.see();
    if (!online) return;
    const { api, chain, lost } = online;
    this.seat = { genesis: chain.genesis, program, account: account.id };
    api.follow(['System', 'Account', account.id], (data) => (this.balance = spendableOf(data)), lost);
    let last = -Infinity;
    api.heads('subscribeNewHeads', ({ number }) => {
      if (number < last + 20) return;
      last = number;
      vouchersOf(api, account.id, program).catch(() => (last = -Infinity));
    });
    const price = async (): Promise<void> => {
      await costsOf(online, account, program);
      this.isPriced = true;
    };
    void keepsAsking(price, lost, 'What a game costs');
  }

  /** What follows from each state of the table. */
  private see(): void {
    const { state, seat, online } = this;
    const { history } = this.session.view.get();
    if (this.over.signal.aborted || !seat) return;
    if (state && state !== this.shownNow) {
      this.shownNow = state;
      noteSeat(seat, state, this.session.view.get().block);
    }
    if (state) this.ended.note(seat, this.connection.url, state, history);
    this.keepShowing(state, seat, online);
    if (!online || !state || state.gamesFinished === 0 || this.forgetting === online || this.isForgotten) return;
    this.forgetting = online;
    forget(online, seat, this.ended, () => !this.over.signal.aborted && this.forgetting === online).then(
      () => (this.isForgotten = true),
      () => undefined,
    );
  }

  /** Shows the move when it is time, as the page does by itself. */
  private keepShowing(state: GameState | null, seat: Seat, online: Online | null): void {
    const opening = openingAmong(kept.get(), seat, state?.commitments.get(seat.account));
    const isDue = state !== null && isUnrevealed(state, seat.account) && statusOf(state, seat.account) === 'toReveal';
    const commitment = isDue && online && opening.kind === 'here' ? opening.secret.opening : null;
    const { revealing } = this;
    if (revealing && (revealing.commitment !== commitment || revealing.online !== online)) {
      revealing.end.abort();
      this.revealing = null;
    }
    if (!commitment || !online || opening.kind !== 'here' || this.revealing) return;
    const end = new AbortController();
    this.revealing = { commitment, online, end };
    const { secret } = opening;
    const runner = this.session.revealOf(secret);
    this.watchActions(runner.state);
    const reveal = (): Promise<Outcome> => {
      const table = this.state ?? state;
      if (!table) return Promise.resolve('failed');
      const clock = (): number => {
        const isOnline = this.online !== null;
        const isDeaf = !isOnline || this.connection.grown.get().isStill;
        return this.session.clock.now(performance.now(), isDeaf, isOnline ? this.connection.doubted : 0);
      };
      const order = { secret, state: table, next: null, purses: pursesOf(secret), clock, isAtOnce: false };
      return runner.run(this.connection.link.get(), this.account, revealTask(order));
    };
    void keepsTrying(reveal, end.signal, () => false);
  }

  private watchTruth(): void {
    const { link, grown } = this.connection;
    this.session.view.subscribe(() => {
      const { status, failure, state } = this.session.view.get();
      if (status === 'absent' || status === 'other') this.untrue.add(`the table is ${status}`);
      if (failure) this.hear('table', failure);
      if (state?.lastGame && state.lastGame.winner !== this.account.id) this.untrue.add('somebody else has won');
    });
    const hearLink = (now: Link): void => {
      if (['foreign', 'impostor', 'badAddress'].includes(now.status)) this.untrue.add(`the node is ${now.status}`);
    };
    link.subscribe(() => hearLink(link.get()));
    grown.subscribe(() => {
      if (grown.get().isStill) this.untrue.add('the node stands still');
    });
    this.watchActions(this.runner.state);
  }

  private watchActions(state: { get: () => ActionState<unknown>; subscribe: (hear: () => void) => () => void }): void {
    state.subscribe(() => {
      const { trouble } = state.get();
      if (trouble?.kind === 'refused') this.untrue.add(`the program refused: ${JSON.stringify(trouble.error)}`);
      if (trouble?.kind === 'failed') this.hear('action', trouble.failure);
    });
  }

  private hear(what: string, failure: { kind: string; isPassing?: true; text?: string }): void {
    const told = `${what}: ${failure.kind} ${failure.text ?? ''}`.trim();
    if (this.troubles.at(-1) !== told) this.troubles.push(told);
    if (!TRUE_FAILURES.includes(failure.kind) && !(failure.kind === 'node' && failure.isPassing)) this.untrue.add(told);
  }
}

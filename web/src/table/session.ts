import { RPSLS } from '../rpsls/artifacts';
import { aside } from '../lib/aside';
import type { Code } from '../chain/code';
import type { Head, BlockFacts } from '../chain/blocks';
import { ChainClock } from '../chain/clock';
import type { Connection, Online } from '../chain/connection';
import { failureOf, type Failure } from '../chain/failure';
import type { ActorId, Hex } from '../lib/hex';
import { simulate } from '../chain/program';
import { Store } from '../lib/store';
import { ProgramWatch } from '../chain/watch';
import type { History } from '../rpsls/history';
import { eventOf, type GameError, type GameEvent, type StageChange } from '../rpsls/messages';
import { commitmentOf } from '../rpsls/opening';
import { isOverdue, Overdue } from '../rpsls/overdue';
import type { Secret } from '../rpsls/secrets';
import type { GameState } from '../rpsls/state';
import { HistoryRecorder } from './log/recorder';
import { readClosableFrom, readTable } from './read';
import { Runner } from '../way/runner';
import { TABLE } from './target';

/** The outcome of a stage that is over, or of a game whose players were silent for too long. */
export type Settlement = StageChange | { kind: 'closed' };

/** What is known of a table. */
export interface TableView {
  status: 'loading' | 'absent' | 'other' | 'ready';
  /** The genesis hash of the chain that it was read from. */
  genesis: Hex | null;
  /** What is known of the program's code. */
  code: Code;
  state: GameState | null;
  /** The number of the block as of which the state was read. */
  block: number;
  /** The outcome of a stage that is over. The state shows it before anybody has settled it. Null once it is settled. */
  unsettled: Settlement | 'unknown' | null;
  /** The same, if no alarm has settled it in time. */
  due: Settlement | null;
  /**
   * The time, ms, from which anybody may close a game whose players are silent. Null if they are
   * not, or it is not known.
   */
  closableFrom: number | null;
  history: History;
  /** Why the table can't be read at the moment. */
  failure: Failure | null;
}

const NOTHING: TableView = {
  status: 'loading',
  genesis: null,
  code: RPSLS.codes.deployed,
  state: null,
  block: 0,
  unsettled: null,
  due: null,
  closableFrom: null,
  history: { entries: [], game: null, scores: new Map(), since: null },
  failure: null,
};

/** A stage that is extended by itself is read again in one of this many blocks. */
const IDLE = 10;

/** A table, kept up to date by the chain's events for as long as somebody looks at it, across lost connections. */
export class TableSession {
  readonly view = new Store<TableView>(NOTHING);
  readonly clock = new ChainClock();
  private readonly watch: ProgramWatch;
  /** Whether only a message or the deadline can change what was read last. */
  private isKnown = false;
  /** Reads are numbered as they begin. Of two the later one counts. */
  private begun = 0;
  private shown = 0;
  /** The connection over which the outcome of the stage is being asked. */
  private settling: Online | null = null;
  /** Whether the outcome of the stage was asked for since the last message. */
  private isAsked = false;
  /** Whether the stage is over and nobody has settled it in time. */
  private isDue = false;
  /** The number of the last block that was reported. */
  private told = 0;
  private overdue = new Overdue();
  private latest: { online: Online; head: Head } | null = null;
  /** Whether the past was read over this connection. */
  private isPastRead = false;
  private recorder: HistoryRecorder | undefined;
  private readonly reveals = new Map<string, Runner<GameError>>();

  constructor(
    connection: Connection,
    readonly program: ActorId,
  ) {
    this.watch = new ProgramWatch(connection, program, RPSLS, {
      onFound: (online, code) => {
        const { genesis } = online.chain;
        if (this.view.get().genesis !== genesis) this.forget();
        this.patch({ code, genesis });
        this.recorder ??= new HistoryRecorder(genesis, this.program);
        aside(this.recorder.remember(online), 'The past of the table');
        this.isPastRead = false;
        // Reads the state again, whatever happened while nobody looked.
        this.isKnown = false;
        this.isAsked = false;
      },
      onMissing: (status) => {
        this.forget();
        this.patch({ status });
      },
      onHead: (online, head) => aside(this.onHead(online, head), 'A block at the table'),
      onFacts: (online, facts) => aside(this.onFacts(online, facts), 'A block at the table'),
      onError: (error) => this.onError(error),
    });
  }

  close(): void {
    this.watch.close();
  }

  /** The runner that reveals this opening, shared by all places that ask for it. */
  revealOf(secret: Secret): Runner<GameError> {
    const key = `${secret.account}/${commitmentOf(secret.opening)}`;
    const runner = this.reveals.get(key) ?? new Runner(this.program, TABLE);
    this.reveals.set(key, runner);
    return runner;
  }

  private forget(): void {
    this.recorder = undefined;
    this.overdue = new Overdue();
    this.view.set(NOTHING);
  }

  private patch(change: Partial<TableView>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }

  private async onHead(online: Online, head: Head): Promise<void> {
    this.clock.sample(head.timestamp, performance.now());
    this.latest = { online, head };
    const { state, unsettled } = this.view.get();
    // A lobby that waits for a second player goes on until somebody comes, and an event tells that.
    const isIdle = unsettled !== null && unsettled !== 'unknown' && unsettled.kind === 'extended';
    if (isIdle && head.number % IDLE !== 0) return;
    if (!this.isKnown || !state || head.timestamp > state.deadline) await this.read(online, head);
  }

  private async onFacts(online: Online, facts: BlockFacts[]): Promise<void> {
    const { recorder } = this;
    const [first] = facts;
    const head = facts.at(-1)?.head;
    if (!first || !head || !recorder) return;
    const taken = recorder.take(facts, true).catch((error: unknown) => this.onError(error));
    const isUndone = first.head.number <= this.told;
    const isAfterGap = first.head.number > this.told + 1;
    this.told = head.number;
    const isNews = isUndone || facts.some(({ hasRun }) => hasRun);
    if (isNews) this.isAsked = false;
    // Reads the state first: the events belong to it.
    if (isNews) await this.read(online, head);
    await taken;
    if (!this.watch.isCurrent(online) || this.recorder !== recorder) return;
    if (isNews) this.patch({ history: recorder.history });
    if (isAfterGap || !this.isPastRead) aside(this.readPast(online, recorder, head), 'The past of the table');
  }

  /** Tells earlier events as they are found. */
  private async readPast(online: Online, recorder: HistoryRecorder, head: Head): Promise<void> {
    this.isPastRead = true;
    const isWanted = (): boolean => this.watch.isCurrent(online) && this.recorder === recorder;
    try {
      this.patch({ history: recorder.history });
      await recorder.closeGap(online, head, isWanted);
    } catch (error) {
      // The log says what is missing.
      console.info("The past of the table can't be read further:", error);
    }
    if (isWanted()) this.patch({ history: recorder.history });
  }

  /** Reads all that the node has of the last hour, when somebody asks. */
  readonly lookBack = async (): Promise<void> => {
    const { recorder, latest } = this;
    if (!recorder || !latest) return;
    const { online, head } = latest;
    const isWanted = (): boolean => this.watch.isCurrent(online) && this.recorder === recorder;
    const stageStarted = this.view.get().state?.stageStarted ?? head.timestamp;
    try {
      await recorder.lookBack(online, head, stageStarted, isWanted);
    } catch (error) {
      // The log says what is missing.
      console.info("The past of the table can't be read further:", error);
    }
    if (isWanted()) this.patch({ history: recorder.history });
  };

  private async read(online: Online, head: Head): Promise<void> {
    const order = (this.begun += 1);
    try {
      const state = await readTable(online, this.program, head.hash);
      if (!this.watch.isCurrent(online) || order < this.shown) return;
      this.shown = order;
      this.recorder?.know(state);
      this.isDue = this.overdue.isDue(state, head.timestamp);
      this.isKnown = !isOverdue(state, head.timestamp);
      const unsettled = this.isKnown ? null : (this.view.get().unsettled ?? 'unknown');
      const closableFrom = this.isKnown ? null : this.view.get().closableFrom;
      const due = this.dueOf(unsettled);
      this.patch({ status: 'ready', state, block: head.number, unsettled, due, closableFrom, failure: null });
      if (!this.isKnown) aside(this.settle(online, state, head), 'The end of the stage');
    } catch (error) {
      if (this.watch.isCurrent(online)) this.onError(error);
    }
  }

  private dueOf(unsettled: TableView['unsettled']): Settlement | null {
    return this.isDue && unsettled !== 'unknown' ? unsettled : null;
  }

  /** Whether the outcome that was asked for stays so without a message: a stage that is extended, until it can be closed. */
  private isLasting(time: number): boolean {
    const { unsettled, closableFrom } = this.view.get();
    const isExtended = unsettled !== null && unsettled !== 'unknown' && unsettled.kind === 'extended';
    return this.isAsked && isExtended && (closableFrom === null || time < closableFrom);
  }

  /** Asks for the outcome of a stage that may be over. One request runs at a time; the next block asks again. */
  private async settle(online: Online, { owner }: GameState, { hash, timestamp }: Head): Promise<void> {
    if (this.settling === online || this.isLasting(timestamp)) return;
    this.settling = online;
    const order = this.begun;
    try {
      // Both as of one block: in a later one a game that may be closed by then has no such time any more.
      const answer = await simulate(online, this.program, RPSLS, owner, { Advance: null }, 0n, hash);
      const event = 'ok' in answer ? eventOf(answer.ok) : null;
      const unsettled = event && settlementOf(event);
      const closableFrom = unsettled?.kind === 'extended' ? await readClosableFrom(online, this.program, hash) : null;
      if (this.watch.isCurrent(online) && !this.isKnown) {
        this.patch({ unsettled, due: this.dueOf(unsettled), closableFrom });
        this.isAsked = order === this.begun;
      }
    } catch (error) {
      // The state is known all the same.
      console.info("What comes of the stage can't be told:", error);
    } finally {
      if (this.settling === online) this.settling = null;
    }
  }

  private onError(error: unknown): void {
    // Makes the next block ask again.
    this.isKnown = false;
    console.warn("The table can't be read:", error);
    this.patch({ failure: failureOf(error) });
  }
}

function settlementOf(event: GameEvent): Settlement | null {
  if (event.kind === 'gameWasStopped') return { kind: 'closed' };
  return event.kind === 'stageAdvanced' ? event.change : null;
}

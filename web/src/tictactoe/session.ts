import type { Code } from '../chain/code';
import type { Connection, Online } from '../chain/connection';
import { ChainClock } from '../chain/clock';
import { failureOf, type Failure } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import type { Json } from '../chain/metadata';
import { readState } from '../chain/program';
import { Store } from '../chain/store';
import { ProgramWatch } from '../chain/watch';
import { TIC_TAC_TOE } from './artifacts';
import { gamesOf, overviewOf, passesOf, trophiesOf, type Game, type Overview, type Page, type Trophy } from './state';

export interface BoardHouse {
  status: 'loading' | 'absent' | 'other' | 'ready';
  /** Whether the program's code is the one that the page was built with. */
  code: Code;
  overview: Overview | null;
  /** All games, of whomever. */
  games: Game[];
  trophies: Trophy[];
  /** The number of the account's pass. */
  pass: number | null;
  failure: Failure | null;
}

const NOTHING: BoardHouse = {
  status: 'loading',
  code: TIC_TAC_TOE.codes.deployed,
  overview: null,
  games: [],
  trophies: [],
  pass: null,
  failure: null,
};

/** What a question's answer holds at most. */
const PAGE = 100;

/** One account's view of a tic-tac-toe program, kept up to date by its events. */
export class BoardHouseSession {
  readonly view = new Store<BoardHouse>(NOTHING);
  readonly clock = new ChainClock();
  private readonly watch: ProgramWatch;
  /** Over which connection everything is being read. */
  private reading: Online | null = null;
  private code: Code = TIC_TAC_TOE.codes.deployed;
  /** Whether something may have happened since the last read. */
  private isStale = true;
  /** Whether the last read failed: the next block asks again. */
  private isBroken = false;

  constructor(
    connection: Connection,
    readonly program: ActorId,
    private readonly account: ActorId | null,
  ) {
    this.watch = new ProgramWatch(connection, program, TIC_TAC_TOE, {
      onFound: (_, found) => {
        this.code = found;
        this.isStale = true;
      },
      onMissing: (status) => this.view.set({ ...NOTHING, status }),
      onHead: (online, head) => {
        this.clock.sample(head.timestamp, performance.now());
        if (this.isStale || this.isBroken) void this.read(online);
      },
      onFacts: (online, facts) => {
        if (facts.some(({ hasRun }) => hasRun)) void this.read(online);
      },
      onError: (error) => this.onError(error),
    });
  }

  close(): void {
    this.watch.close();
  }

  /** Reads everything, once at a time: what happens meanwhile is read after it. */
  private async read(online: Online): Promise<void> {
    this.isStale = true;
    if (this.reading === online) return;
    this.reading = online;
    while (this.isStale && this.watch.isCurrent(online)) {
      this.isStale = false;
      this.isBroken = false;
      await this.readOnce(online);
    }
    if (this.reading === online) this.reading = null;
  }

  private async readOnce(online: Online): Promise<void> {
    try {
      const { account } = this;
      const overview = overviewOf(await this.ask(online, { Overview: null }));
      const games = await this.pages(online, (from) => ({ AllGames: from }), gamesOf);
      const trophies = account
        ? await this.pages(online, (from) => ({ TrophiesFrom: { owner: account, ...from } }), trophiesOf)
        : [];
      const passes = overview.config.pass ? await this.pages(online, (from) => ({ PassesFrom: from }), passesOf) : [];
      if (!this.watch.isCurrent(online)) return;
      const pass = passes.find(({ holder }) => holder === account)?.id ?? null;
      this.view.set({ status: 'ready', code: this.code, overview, games, trophies, pass, failure: null });
    } catch (error) {
      if (this.watch.isCurrent(online)) this.onError(error);
    }
  }

  private ask(online: Online, query: unknown): Promise<Json> {
    return readState(online, this.program, TIC_TAC_TOE, query);
  }

  private async pages<T>(
    online: Online,
    queryOf: (part: { from: number; limit: number }) => unknown,
    pageOf: (reply: Json) => Page<T>,
  ): Promise<T[]> {
    const items: T[] = [];
    for (let from: number | null = 0; from !== null;) {
      const page: Page<T> = pageOf(await this.ask(online, queryOf({ from, limit: PAGE })));
      items.push(...page.items);
      from = page.next;
    }
    return items;
  }

  private onError(error: unknown): void {
    this.isBroken = true;
    console.warn("The games can't be read:", error);
    this.view.update((view) => ({ ...view, failure: failureOf(error) }));
  }
}

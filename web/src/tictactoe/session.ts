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
  isGenuine: boolean;
  overview: Overview | null;
  /** The account's games, as host, challenger or referee. */
  games: Game[];
  trophies: Trophy[];
  /** The number of the account's pass. */
  pass: number | null;
  failure: Failure | null;
}

const NOTHING: BoardHouse = {
  status: 'loading',
  isGenuine: true,
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
  private reads = 0;
  private isGenuine = true;
  /** Whether something may have happened since the last read. */
  private isStale = true;

  constructor(
    connection: Connection,
    readonly program: ActorId,
    private readonly account: ActorId | null,
  ) {
    this.watch = new ProgramWatch(connection, program, TIC_TAC_TOE, {
      onFound: (_, found) => {
        this.isGenuine = found === 'there';
        this.isStale = true;
      },
      onMissing: (status) => this.view.set({ ...NOTHING, status }),
      onHead: (online, head) => {
        this.clock.sample(head.timestamp, performance.now());
        if (this.isStale) void this.read(online);
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

  private async read(online: Online): Promise<void> {
    this.reads += 1;
    const read = this.reads;
    this.isStale = false;
    try {
      const { account } = this;
      const overview = overviewOf(await this.ask(online, { Overview: null }));
      const all = account ? await this.pages(online, (from) => ({ AllGames: from }), gamesOf) : [];
      const trophies = account
        ? await this.pages(online, (from) => ({ TrophiesFrom: { owner: account, ...from } }), trophiesOf)
        : [];
      const passes = overview.config.pass
        ? await this.pages(online, (from) => ({ PassesFrom: from }), passesOf)
        : [];
      // A later answer may have come first.
      if (!this.watch.isCurrent(online) || read !== this.reads) return;
      const games = all.filter(({ id, referee }) => [id.host, id.challenger, referee].includes(account));
      const pass = passes.find(({ holder }) => holder === account)?.id ?? null;
      this.view.set({ status: 'ready', isGenuine: this.isGenuine, overview, games, trophies, pass, failure: null });
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
    for (let from: number | null = 0; from !== null; ) {
      const page: Page<T> = pageOf(await this.ask(online, queryOf({ from, limit: PAGE })));
      items.push(...page.items);
      from = page.next;
    }
    return items;
  }

  private onError(error: unknown): void {
    // The next block asks again.
    this.isStale = true;
    console.warn('The games can\'t be read:', error);
    this.view.update((view) => ({ ...view, failure: failureOf(error) }));
  }
}

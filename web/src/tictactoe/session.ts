import type { Connection, Online } from '../chain/connection';
import { ChainClock } from '../chain/clock';
import { failureOf, type Failure } from '../chain/failure';
import { Follower } from '../chain/follower';
import type { ActorId } from '../chain/hex';
import type { Json } from '../chain/metadata';
import { presence, readState } from '../chain/program';
import { Store } from '../chain/store';
import { TIC_TAC_TOE } from './artifacts';
import { gamesOf, overviewOf, passesOf, trophiesOf, type Game, type Overview, type Page, type Trophy } from './state';

export interface BoardHouse {
  status: 'loading' | 'absent' | 'other' | 'ready';
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
  private readonly unsubscribe: () => void;
  private follower: Follower | undefined;
  private online: Online | undefined;
  private reads = 0;

  constructor(
    private readonly connection: Connection,
    readonly program: ActorId,
    private readonly account: ActorId | null,
  ) {
    this.unsubscribe = connection.link.subscribe(() => this.reconnect());
    this.reconnect();
  }

  close(): void {
    this.unsubscribe();
    this.detach();
  }

  private reconnect(): void {
    const link = this.connection.link.get();
    const online = link.status === 'online' ? link : undefined;
    if (online === this.online) return;
    this.detach();
    this.online = online;
    if (online) void this.attach(online);
  }

  private detach(): void {
    this.follower?.stop();
    this.follower = undefined;
    this.online = undefined;
  }

  private async attach(online: Online): Promise<void> {
    try {
      const found = await presence(online, this.program, TIC_TAC_TOE);
      if (online !== this.online) return;
      if (found !== 'there') {
        this.view.set({ ...NOTHING, status: found });
        return;
      }
      this.follower = new Follower(online.api, this.program, {
        onHead: (head) => this.clock.sample(head.timestamp, performance.now()),
        onFacts: (facts) => {
          const isFirst = this.view.get().status !== 'ready';
          if (isFirst || facts.some(({ hasRun }) => hasRun)) void this.read(online);
        },
        onError: (error) => this.onError(online, error),
      });
    } catch (error) {
      this.onError(online, error);
    }
  }

  private async read(online: Online): Promise<void> {
    this.reads += 1;
    const read = this.reads;
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
      if (online !== this.online || read !== this.reads) return;
      const games = all.filter(({ id, referee }) => [id.host, id.challenger, referee].includes(account));
      const pass = passes.find(({ holder }) => holder === account)?.id ?? null;
      this.view.set({ status: 'ready', overview, games, trophies, pass, failure: null });
    } catch (error) {
      this.onError(online, error);
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

  private onError(online: Online, error: unknown): void {
    if (online !== this.online) return;
    console.warn('The games can\'t be read:', error);
    this.view.update((view) => ({ ...view, failure: failureOf(error) }));
  }
}

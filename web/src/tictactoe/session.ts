import type { BlockFacts } from '../chain/blocks';
import { aside } from '../lib/aside';
import type { Code } from '../chain/code';
import type { Connection, Online } from '../chain/connection';
import { ChainClock } from '../chain/clock';
import { failureOf, type Failure } from '../chain/failure';
import type { ActorId, Hex } from '../lib/hex';
import type { Json } from '../chain/metadata';
import { readState } from '../chain/program';
import { Store } from '../lib/store';
import { ProgramWatch } from '../chain/watch';
import { TIC_TAC_TOE } from './artifacts';
import { Changes, nameOf } from './changes';
import {
  gameIn,
  gamesOf,
  overviewOf,
  passesOf,
  takesPart,
  trophiesOf,
  type Game,
  type Overview,
  type Page,
  type Trophy,
} from './state';

export interface BoardView {
  status: 'loading' | 'absent' | 'other' | 'ready';
  /** What is known of the program's code. */
  code: Code;
  overview: Overview | null;
  /** All games, whoever plays them. */
  games: Game[];
  trophies: Trophy[];
  /** The number of the account's pass. */
  pass: number | null;
  failure: Failure | null;
}

const NOTHING: BoardView = {
  status: 'loading',
  code: TIC_TAC_TOE.codes.deployed,
  overview: null,
  games: [],
  trophies: [],
  pass: null,
  failure: null,
};

/** After this many partial reads everything is read: programs play, too, and nobody hears of that. */
const PARTS = 20;
/** How many entries an answer holds at most. */
const PAGE = 100;

/** One account's view of a tic-tac-toe program, kept up to date by its events. */
export class BoardSession {
  readonly view = new Store<BoardView>(NOTHING);
  readonly clock = new ChainClock();
  private readonly watch: ProgramWatch;
  /** The connection over which something is being read. */
  private reading: Online | null = null;
  private code: Code = TIC_TAC_TOE.codes.deployed;
  /** What may have changed since the last read. */
  private changes = Changes.ofAll();
  /** How many partial reads there were since the last full one. */
  private parts = 0;
  /** The number of the last block that was reported. */
  private told = 0;
  /** The newest block, and the one as of which all of a read is: a node that is behind would answer with what was. */
  private newest: Hex | undefined;
  private at: Hex | undefined;

  constructor(
    connection: Connection,
    readonly program: ActorId,
    private readonly account: ActorId | null,
  ) {
    this.watch = new ProgramWatch(connection, program, TIC_TAC_TOE, {
      onFound: (_, code) => {
        this.code = code;
        this.changes = Changes.ofAll();
      },
      onMissing: (status) => this.view.set({ ...NOTHING, status }),
      onHead: (online, head) => {
        this.clock.sample(head.timestamp, performance.now());
        this.newest = head.hash;
        aside(this.read(online), 'The games');
      },
      onFacts: (online, facts) => {
        this.take(facts);
        aside(this.read(online), 'The games');
      },
      onError: (error) => this.onError(error),
    });
  }

  close(): void {
    this.watch.close();
  }

  private take(facts: BlockFacts[]): void {
    const [first, last] = [facts[0]?.head, facts.at(-1)?.head];
    if (!first || !last) return;
    // No event tells what an undone block had done, or what happened unseen.
    if (first.number !== this.told + 1) this.changes.isAll = true;
    this.told = last.number;
    try {
      for (const block of facts) this.changes.take(TIC_TAC_TOE, block);
    } catch (error) {
      console.warn("What happened can't be understood:", error);
      this.changes.isAll = true;
    }
  }

  /** Reads what has changed. One read runs at a time; what changes meanwhile is read after it. */
  private async read(online: Online): Promise<void> {
    if (this.reading === online) return;
    this.reading = online;
    while (!this.changes.isEmpty && this.watch.isCurrent(online)) {
      const { changes } = this;
      this.changes = new Changes();
      this.at = this.newest;
      try {
        const isAll = changes.isAll || this.parts >= PARTS;
        const read = isAll ? await this.readAll(online) : await this.readChanged(online, changes);
        this.parts = isAll ? 0 : this.parts + 1;
        if (this.watch.isCurrent(online)) this.view.update((view) => ({ ...view, ...read, failure: null }));
      } catch (error) {
        this.changes.isAll = true;
        if (this.watch.isCurrent(online)) this.onError(error);
        // The next block asks again.
        break;
      }
    }
    if (this.reading === online) this.reading = null;
  }

  private async readAll(online: Online): Promise<Partial<BoardView>> {
    const overview = await this.readOverview(online);
    const games = await this.pages(online, (from) => ({ AllGames: from }), gamesOf);
    const trophies = await this.readTrophies(online);
    const pass = await this.readPass(online, overview);
    return { status: 'ready', code: this.code, overview, games, trophies, pass };
  }

  private async readChanged(
    online: Online,
    { games: told, hasPasses, hasEnded }: Changes,
  ): Promise<Partial<BoardView>> {
    const known = new Map(this.view.get().games.map((game) => [nameOf(game.id), game]));
    // Always reads the account's own games: a hidden move could lose a game for its player, and programs' moves are
    // in no event.
    const own = [...known.values()].filter((game) => game.stage.kind !== 'finished' && takesPart(game, this.account));
    const games = [...new Map([...told, ...own.map(({ id }) => id)].map((id) => [nameOf(id), id])).values()];
    const read = await Promise.all(games.map(async (id) => gameIn(await this.ask(online, { Game: id }))));
    games.forEach((id, index) => {
      const game = read[index];
      if (game) known.set(nameOf(id), game);
      else known.delete(nameOf(id));
    });
    // Only the end of a game leaves trophies. The game may be freed or begun again in the same block.
    const hasTrophies = hasEnded || read.some((game) => !game || game.stage.kind === 'finished');
    const trophies = hasTrophies ? { trophies: await this.readTrophies(online) } : {};
    const overview = hasPasses ? await this.readOverview(online) : null;
    const passes = overview ? { overview, pass: await this.readPass(online, overview) } : {};
    return { games: [...known.values()], ...trophies, ...passes };
  }

  private async readOverview(online: Online): Promise<Overview> {
    return overviewOf(await this.ask(online, { Overview: null }));
  }

  private async readTrophies(online: Online): Promise<Trophy[]> {
    const { account } = this;
    if (!account) return [];
    return await this.pages(online, (from) => ({ TrophiesFrom: { owner: account, ...from } }), trophiesOf);
  }

  /** The number of the account's pass. */
  private async readPass(online: Online, { config }: Overview): Promise<number | null> {
    if (!config.pass || !this.account) return null;
    const passes = await this.pages(online, (from) => ({ PassesFrom: from }), passesOf);
    return passes.find(({ holder }) => holder === this.account)?.id ?? null;
  }

  private ask(online: Online, query: unknown): Promise<Json> {
    return readState(online, this.program, TIC_TAC_TOE, query, this.at);
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
    console.warn("The games can't be read:", error);
    this.view.update((view) => ({ ...view, failure: failureOf(error) }));
  }
}

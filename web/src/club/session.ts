import { RPSLS } from '../rpsls/artifacts';
import { aside } from '../lib/aside';
import { untilOver } from '../chain/api';
import { readStates, type Question } from '../chain/batch';
import { timeOf } from '../chain/blocks';
import { BLOCK_TIME, ChainClock } from '../chain/clock';
import type { Code } from '../chain/code';
import type { Connection, Online } from '../chain/connection';
import { failureOf, unlessOver, type Failure } from '../chain/failure';
import type { ActorId, Hex } from '../lib/hex';
import type { Json } from '../chain/metadata';
import { presence } from '../chain/program';
import { Store } from '../lib/store';
import { waitedAt } from '../rpsls/config';
import { closableFromIn, stateIn, type GameState } from '../rpsls/state';
import { CLUB } from './artifacts';
import { bySoonest, isAlone, type Looked, type Seen } from './seen';
import { overviewOf, PAGE, tablesOf, type Listed, type Overview } from './state';

/** A club whose tables are shown. */
export interface ClubView {
  program: ActorId;
  status: 'loading' | 'absent' | 'other' | 'ready';
  /** What is known of the club's own code. */
  code: Code;
  overview: Overview | null;
}

export interface LobbyView {
  clubs: ClubView[];
  /** The tables that start soonest come first. */
  tables: Seen[];
  /** Whether a part of the list is missing. The page asks for it again. */
  isPartial: boolean;
  /** Why nothing can be read at the moment. */
  failure: Failure | null;
}

/**
 * The least pause between two looks at all tables, ms, and that for each request which a look takes. The whole page asks
 * the node at most ten times a minute.
 */
const PAUSES = { least: 10_000, each: 8_000 };
/** The same where the node tells of changes: at most four times a minute. What it may not have told is seen after ten blocks. */
const TOLD = { least: 10 * BLOCK_TIME, each: 18_000 };
/** The page asks for the chain's time in every fifth look. */
const CLOCK = 5;

/** A club's list as it was last read. */
interface List {
  overview: Overview;
  tables: Listed[];
}

/** Whether the page knows the code of the club, and of the tables that it opens. */
export function isKnownClub({ code, overview }: ClubView): boolean {
  return code.kind !== 'unknown' && overview !== null && RPSLS.codes.codeOf(overview.tableCode).kind !== 'unknown';
}

/** The tables of clubs. The session reads them again and again while somebody looks at them. */
export class LobbySession {
  readonly view: Store<LobbyView>;
  readonly clock = new ChainClock();
  private readonly unsubscribe: () => void;
  private online: Online | undefined;
  private genesis: Hex | undefined;
  private readonly lists = new Map<ActorId, List>();
  private readonly states = new Map<ActorId, GameState>();
  /** From when, ms, anybody may close the game of a player who waits alone. It tells for how long. */
  private readonly closable = new Map<ActorId, number | null>();
  /** Tables whose state the node could not tell. */
  private readonly unreadable = new Set<ActorId>();
  /** The programs of whose changes the node tells, and what ends that. */
  private followed: { of: string; online: Online; over: AbortController; isTelling: boolean } | null = null;
  private looks = 0;
  /** The last look: each waits for the one before. */
  private looking: Promise<unknown> = Promise.resolve();
  private wake: () => void = () => undefined;

  constructor(
    private readonly connection: Connection,
    clubs: readonly ActorId[],
  ) {
    const unread = clubs.map((program): ClubView => {
      return { program, status: 'loading', code: { kind: 'unknown' }, overview: null };
    });
    this.view = new Store<LobbyView>({ clubs: unread, tables: [], isPartial: false, failure: null });
    this.unsubscribe = connection.link.subscribe(() => this.reconnect());
    document.addEventListener('visibilitychange', this.onVisible);
    this.reconnect();
  }

  close(): void {
    this.unsubscribe();
    document.removeEventListener('visibilitychange', this.onVisible);
    this.online = undefined;
    this.followed?.over.abort();
    this.followed = null;
    this.wake();
  }

  /** Looks at once. Returns the tables as they are now, or null if they can't be read. */
  async look(): Promise<Looked | null> {
    const { online } = this;
    if (!online) return null;
    await this.lookInTurn(online);
    if (!this.isCurrent(online)) return null;
    const { failure, tables, isPartial } = this.view.get();
    return failure ? null : { tables, isPartial };
  }

  private readonly onVisible = (): void => {
    if (!document.hidden) this.wake();
  };

  private reconnect(): void {
    const link = this.connection.link.get();
    const online = link.status === 'online' ? link : undefined;
    if (online === this.online) return;
    this.online = online;
    this.wake();
    if (online) aside(this.attend(online), 'The club');
  }

  private isCurrent(online: Online): boolean {
    return online === this.online;
  }

  private patch(change: Partial<LobbyView>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }

  private async attend(online: Online): Promise<void> {
    if (online.chain.genesis !== this.genesis) this.forget();
    this.genesis = online.chain.genesis;
    while (this.isCurrent(online)) {
      const requests = await this.lookInTurn(online);
      const { least, each } = this.followed?.isTelling ? TOLD : PAUSES;
      await this.rest(Math.max(least, requests * each));
    }
  }

  private forget(): void {
    this.lists.clear();
    this.states.clear();
    this.closable.clear();
    this.unreadable.clear();
  }

  /** Waits this long, and until somebody can see the page. */
  private async rest(ms: number): Promise<void> {
    await this.untilWoken((wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    });
    if (document.hidden && this.online) await this.untilWoken(() => () => undefined);
  }

  private untilWoken(start: (wake: () => void) => () => void): Promise<void> {
    return new Promise<void>((resolve) => {
      const wake = (): void => {
        stop();
        resolve();
      };
      const stop = start(wake);
      this.wake = wake;
    });
  }

  /** Looks when the looks before are done. Returns how many requests that took. */
  private lookInTurn(online: Online): Promise<number> {
    const look = this.looking.then(() => this.lookNow(online));
    this.looking = look;
    return look;
  }

  private async lookNow(online: Online): Promise<number> {
    if (!this.isCurrent(online)) return 0;
    try {
      // Gives up with a silent connection, so that it does not block the looks over the next one.
      const requests = await unlessOver(online.lost, { kind: 'lost' }, () => this.read(online));
      if (!this.isCurrent(online)) return requests;
      this.patch({ failure: null });
      return requests + this.follow(online);
    } catch (error) {
      console.warn("The tables can't be read:", error);
      if (this.isCurrent(online)) this.patch({ failure: failureOf(error) });
      return 1;
    }
  }

  /**
   * Lets the node tell of changes at the clubs and their tables, so that nobody sees an empty table for long at which
   * somebody has sat down. A node that does not do so is asked now and then all the same.
   *
   * @returns how many requests that takes
   */
  private follow(online: Online): number {
    const clubs = this.view.get().clubs.map(({ program }) => program);
    const programs = [...clubs, ...this.listed()].sort();
    const of = programs.join();
    if (this.followed?.online === online && this.followed.of === of) return 0;
    this.followed?.over.abort();
    const over = new AbortController();
    const followed = { of, online, over, isTelling: false };
    this.followed = followed;
    if (!online.chain.tellsChanges) return 0;
    const tell = ({ program_ids: changed = [] }: { program_ids?: ActorId[] }): void => {
      if (over.signal.aborted || changed.length === 0 || document.hidden) return;
      if (changed.some((program) => clubs.includes(program))) this.wake();
      else this.looking = this.looking.then(() => this.readAgain(online, changed));
    };
    const begin = async (): Promise<void> => {
      try {
        untilOver(over.signal, await online.api.subscribe('gear_subscribeProgramStateChanges', [programs], tell));
        followed.isTelling = true;
      } catch (error) {
        console.info('The node does not tell of changes at tables:', error);
      }
    };
    aside(begin(), 'The news of tables');
    return 2;
  }

  /** Reads the states of tables that have changed. */
  private async readAgain(online: Online, changed: readonly ActorId[]): Promise<void> {
    const tables = this.listed().filter((table) => changed.includes(table));
    if (!this.isCurrent(online) || tables.length === 0) return;
    try {
      const questions = [...tables.map(stateQuestion), ...tables.map(closableQuestion)];
      const { answers } = await unlessOver(online.lost, { kind: 'lost' }, () => readStates(online, questions));
      if (!this.isCurrent(online)) return;
      this.keep(tables, answers);
      this.keepClosable(tables, answers.slice(tables.length));
      this.show(this.view.get().isPartial);
    } catch (error) {
      console.info('What changed at a table is read with the others:', error);
    }
  }

  /** Asks each club that is not known yet what it is. */
  private async findClubs(online: Online): Promise<void> {
    const { clubs } = this.view.get();
    if (clubs.every(({ status }) => status === 'ready')) return;
    const found = await Promise.all(
      clubs.map(async (club): Promise<ClubView> => {
        if (club.status === 'ready') return club;
        const is = await presence(online, club.program, CLUB);
        return typeof is === 'string' ? { ...club, status: is } : { ...club, status: 'ready', code: is };
      }),
    );
    if (this.isCurrent(online)) this.patch({ clubs: found });
  }

  private async read(online: Online): Promise<number> {
    const clubs = this.view.get().clubs.flatMap(({ program, status }) => {
      return status === 'absent' || status === 'other' ? [] : [program];
    });
    // Asks at once what the clubs are and what they list: each answer needs its time on the way.
    const finding = this.findClubs(online);
    finding.catch(() => undefined);
    // Leaves out unreadable tables, which could hide others. They are asked about in a request of their own.
    const known = this.listed().filter((table) => !this.unreadable.has(table));
    const pages = clubs.map((club) => Math.ceil((this.lists.get(club)?.overview.listed ?? 1) / PAGE) || 1);
    const asked = clubs.flatMap((club, index) => [overviewQuestion(club), ...pageQuestions(club, 0, pages[index])]);
    const alone = this.alone(known);
    const first = await readStates(online, [...asked, ...known.map(stateQuestion), ...alone.map(closableQuestion)]);
    await finding;
    const ready = new Set(
      this.view.get().clubs.flatMap(({ program, status }) => (status === 'ready' ? [program] : [])),
    );
    let { requests } = first;
    const answers = [...first.answers];
    let isPartial = false;
    for (const [index, club] of clubs.entries()) {
      const [overview, ...lists] = answers.splice(0, 1 + (pages[index] ?? 1)).map((answer) => answer ?? null);
      if (!ready.has(club)) continue;
      if (!overview) {
        isPartial = true;
        continue;
      }
      const now = overviewOf(overview);
      const more = await readStates(online, pageQuestions(club, lists.length, Math.ceil(now.listed / PAGE)));
      requests += more.requests;
      const all = [...lists, ...more.answers];
      isPartial ||= all.includes(null);
      this.lists.set(club, { overview: now, tables: all.flatMap((page) => (page ? tablesOf(page) : [])) });
    }
    if (!this.isCurrent(online)) return requests;
    this.keep(known, answers);
    this.keepClosable(alone, answers.slice(known.length));
    const others = this.listed().filter((table) => !known.includes(table));
    const isNew = others.some((table) => !this.unreadable.has(table));
    // Shows the list before it knows the states of new tables.
    if (isNew) this.show(isPartial);
    const rest = await readStates(online, others.map(stateQuestion));
    if (!this.isCurrent(online)) return requests;
    this.keep(others, rest.answers);
    const newlyAlone = this.alone(this.listed()).filter((table) => !alone.includes(table));
    const waits = await readStates(online, newlyAlone.map(closableQuestion));
    requests += rest.requests + waits.requests + (await this.hearTime(online));
    if (!this.isCurrent(online)) return requests;
    this.keepClosable(newlyAlone, waits.answers);
    this.show(isPartial);
    return requests;
  }

  /** The tables on the lists, each once: a table that moves between two pages is on both. */
  private listed(): ActorId[] {
    const tables = [...this.lists.values()].flatMap((list) => list.tables);
    return [...new Set(tables.map(({ table }) => table))];
  }

  private keep(tables: readonly ActorId[], answers: readonly (Json | null)[]): void {
    tables.forEach((table, index) => {
      const state = stateIn(answers[index] ?? null);
      if (state) {
        this.states.set(table, state);
        this.unreadable.delete(table);
      } else {
        this.states.delete(table);
        this.unreadable.add(table);
      }
    });
  }

  /** Those of the tables at which a player waits alone, as far as is known. */
  private alone(tables: readonly ActorId[]): ActorId[] {
    return tables.filter((table) => {
      const state = this.states.get(table);
      return state && isAlone(state);
    });
  }

  private keepClosable(tables: readonly ActorId[], answers: readonly (Json | null)[]): void {
    tables.forEach((table, index) => this.closable.set(table, closableFromIn(answers[index] ?? null)));
  }

  /** How long a player has waited alone at a table in this state, ms. */
  private waitedAt(table: ActorId, state: GameState | null, now: number): number | null {
    return state && isAlone(state) ? waitedAt(this.closable.get(table) ?? null, state.config, now) : null;
  }

  private show(isPartial: boolean): void {
    const now = this.clock.now(performance.now());
    const clubs = this.view.get().clubs.map((club) => {
      return { ...club, overview: this.lists.get(club.program)?.overview ?? null };
    });
    const tables = new Map<ActorId, Seen>();
    for (const club of clubs) {
      for (const listed of this.lists.get(club.program)?.tables ?? []) {
        const { table } = listed;
        const state = this.states.get(table) ?? null;
        const isUnreadable = this.unreadable.has(table);
        const waited = this.waitedAt(table, state, now);
        tables.set(table, { club: club.program, isKnown: isKnownClub(club), listed, state, isUnreadable, waited });
      }
    }
    this.patch({ clubs, tables: [...tables.values()].sort(bySoonest), isPartial });
  }

  /** Asks for the chain's time now and then; between, the clock runs by itself. Returns how many requests it took. */
  private async hearTime(online: Online): Promise<number> {
    this.looks += 1;
    if (this.looks % CLOCK !== 1) return 0;
    this.clock.sample(await timeOf(online.api), performance.now());
    return 1;
  }
}

function overviewQuestion(program: ActorId): Question {
  return { program, types: CLUB, query: { Overview: null } };
}

/** Questions for the pages of a list, from page `from` up to but without page `before`. */
function pageQuestions(program: ActorId, from: number, before = 1): Question[] {
  const count = Math.max(0, before - from);
  return Array.from({ length: count }, (_, index) => {
    return { program, types: CLUB, query: { Tables: { from: (from + index) * PAGE, limit: PAGE } } };
  });
}

function closableQuestion(program: ActorId): Question {
  return { program, types: RPSLS, query: { ClosableFrom: null } };
}

function stateQuestion(program: ActorId): Question {
  return { program, types: RPSLS, query: { All: null } };
}

import type { DBSchema } from 'idb';
import { Database } from '../lib/database';
import { lasting } from '../lib/storage';
import type { ActorId, Hex } from '../lib/hex';
import { readPlayedGame, type PlayedGame } from '../rpsls/playedGame';
import { Entries, isRecord } from '../rpsls/entries';

interface Schema extends DBSchema {
  games: { key: [Hex, ActorId, ActorId, number]; value: PlayedGame };
}

const NAME = 'rpsls-games';
const VERSION = 1;

/** The games that are kept, and how many of them can't be read. */
export interface KeptGames {
  games: PlayedGame[];
  damaged: number;
}

/** Games that wait in the local storage until the database takes them. */
class Waiting extends Entries<PlayedGame> {
  constructor(storage: Storage) {
    super(storage, { prefix: 'rpsls/game/', keyOf, ordered: (game) => game, read: readPlayedGame });
  }

  drop(game: PlayedGame): void {
    this.storage.removeItem(keyOf(game));
  }
}

function keyOf({ genesis, program, account, game }: PlayedGame): string {
  return `rpsls/game/${genesis}/${program}/${account}/${game}`;
}

/**
 * The games played from this browser, each once, whichever tab saw its end. They are not in the
 * local storage, unless the database refuses them: a record that grows without end must not take the room of moves
 * that a bet depends on.
 */
export class Games {
  private readonly database: Database<Schema>;
  private readonly waiting: Waiting;

  private constructor(name: string, storage: Storage) {
    this.database = new Database<Schema>(name, VERSION, (created) => {
      created.createObjectStore('games', { keyPath: ['genesis', 'program', 'account', 'game'] });
    });
    this.waiting = new Waiting(storage);
  }

  static open(name = NAME, storage: Storage = lasting): Promise<Games> {
    return Promise.resolve(new Games(name, storage));
  }

  /** All games, the latest first. Unreadable entries stay where they are. */
  async all(): Promise<KeptGames> {
    const waiting = this.waiting.all();
    if (waiting.length > 0) await this.keep(waiting);
    const rows: unknown[] = await this.database.use((database) => database.getAll('games'));
    const games = rows.flatMap((row) => readPlayedGame(row) ?? []);
    return { games: games.sort((one, other) => other.time - one.time), damaged: rows.length - games.length };
  }

  /** The games that the database has not taken yet. */
  unwritten(): PlayedGame[] {
    return this.waiting.all();
  }

  /**
   * Stores games that are not stored yet. Returns how many are new.
   *
   * @throws Lacking or ChainError if the browser keeps them nowhere
   */
  async keep(games: readonly PlayedGame[]): Promise<number> {
    try {
      const added = await this.write([...this.waiting.all(), ...games]);
      for (const game of this.waiting.all()) this.waiting.drop(game);
      return added;
    } catch (error) {
      console.info('The record takes no games now, so they wait:', error);
      const before = this.waiting.all().length;
      for (const game of games) this.waiting.keep(game);
      return this.waiting.all().length - before;
    }
  }

  close(): void {
    this.database.close();
  }

  private write(games: readonly PlayedGame[]): Promise<number> {
    return this.database.use(async (database) => {
      const { store, done } = database.transaction('games', 'readwrite');
      let added = 0;
      for (const game of games) {
        const { genesis, program, account } = game;
        if (await store.getKey([genesis, program, account, game.game])) continue;
        await store.put(game);
        added += 1;
      }
      await done;
      return added;
    });
  }
}

let opened: Promise<Games> | null = null;

/** The page's record. */
export function playedGames(): Promise<Games> {
  opened ??= Games.open();
  return opened;
}

/** Stores the games in a file of saved moves. Returns how many are new, and how many can't be read. */
export async function importGames(text: string): Promise<{ added: number; damaged: number }> {
  const file: unknown = JSON.parse(text);
  const entries: unknown[] = isRecord(file) && Array.isArray(file['games']) ? file['games'] : [];
  if (entries.length === 0) return { added: 0, damaged: 0 };
  const games = entries.flatMap((entry) => readPlayedGame(entry) ?? []);
  const added = await (await playedGames()).keep(games);
  return { added, damaged: entries.length - games.length };
}

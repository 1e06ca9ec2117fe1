import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../lib/database';
import type { ActorId, Hex } from '../chain/hex';
import { readPlayedGame, type PlayedGame } from '../rpsls/playedGame';
import { isRecord } from '../rpsls/entries';

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

/**
 * The games played from this browser, each once, whichever tab saw its end. They are not in the
 * local storage: a record that grows without end must not take the room of moves that a bet depends
 * on.
 */
export class Games {
  private constructor(private readonly database: IDBPDatabase<Schema>) {}

  static async open(name = NAME): Promise<Games> {
    const database = await openDatabase<Schema>(name, VERSION, (created) => {
      created.createObjectStore('games', { keyPath: ['genesis', 'program', 'account', 'game'] });
    });
    return new Games(database);
  }

  /** All games, the latest first. Unreadable entries stay where they are. */
  async all(): Promise<KeptGames> {
    const rows: unknown[] = await this.database.getAll('games');
    const games = rows.flatMap((row) => readPlayedGame(row) ?? []);
    return { games: games.sort((one, other) => other.time - one.time), damaged: rows.length - games.length };
  }

  /** Stores games that are not stored yet. Returns how many are new. */
  async keep(games: readonly PlayedGame[]): Promise<number> {
    const { store, done } = this.database.transaction('games', 'readwrite');
    let added = 0;
    for (const game of games) {
      const { genesis, program, account } = game;
      if (await store.getKey([genesis, program, account, game.game])) continue;
      await store.put(game);
      added += 1;
    }
    await done;
    return added;
  }

  close(): void {
    this.database.close();
  }
}

let opened: Promise<Games> | null = null;

/** The page's record. It is opened on first use. */
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

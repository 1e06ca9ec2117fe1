import { parseActorId, type ActorId } from '../lib/hex';
import { MOVES, type Move } from './moves';

const PREFIX = 'rpsls/bot/';

/** The accounts that play by themselves in this browser, one per table. */
export class Bots {
  constructor(private readonly storage: Storage) {}

  /** Makes an account play by itself at a table. Returns whether the browser stores that. */
  seat(program: ActorId, account: ActorId): boolean {
    try {
      this.storage.setItem(PREFIX + program, account);
    } catch (error) {
      console.warn('The bot plays until the page is closed:', error);
      return false;
    }
    return true;
  }

  at(program: ActorId): ActorId | null {
    return parseActorId(this.storage.getItem(PREFIX + program) ?? '');
  }
}

/** A move that nobody can foresee: all are equally likely. */
export function randomMove(): Move {
  const { length } = MOVES;
  const limit = 256 - (256 % length);
  let byte: number;
  do {
    byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
  } while (byte >= limit);
  return MOVES[byte % length] ?? 'rock';
}

/** The toss of a fair coin. */
export function isHeads(): boolean {
  return ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & 1) === 1;
}

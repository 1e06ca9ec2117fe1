import { unlessOver } from '../chain/failure';
import type { ActorId } from '../lib/hex';
import { fullest, hasSeat, isAllTold, suits, type Leaning, type Looked } from '../club/seen';
import type { GameState } from '../rpsls/state';

/** The result of sitting down. `taken`: somebody else was quicker and keeps the seat. */
export type Sat = 'seated' | 'taken' | 'stopped';

/** The means by which *play now* acts. */
export interface Ways {
  /** Reads the tables as they are now. Null if they can't be read. */
  look: () => Promise<Looked | null>;
  /** Waits until another look is worthwhile. */
  pause: () => Promise<void>;
  /** Reads a table's present state. Null if nobody wants to know any more. */
  read: (table: ActorId) => Promise<GameState | null>;
  /** Takes a seat on the terms that were read. */
  sit: (table: ActorId, state: GameState) => Promise<Sat>;
  /** Waits until nothing that the account has sent is on its way. */
  untilTaken: () => Promise<void>;
  /** Asks a club to open a table, if the player agreed to that. Resolves to null if it fails. */
  open: (() => Promise<ActorId | null>) | null;
  /** Hears that somebody else was quicker. */
  onTaken: () => void;
  /** Aborts when the connection is lost. */
  lost: AbortSignal;
}

/**
 * Where *play now* led: to a table, or nowhere, because it came to nothing, others were quicker
 * each time, or not all tables could be read.
 */
export type Led = { table: ActorId } | 'stopped' | 'noSeat' | 'unreadable';

/** After how many looks with unreadable tables it gives up. */
const LOOKS = 3;

/**
 * Sits an account down at the fullest table that fits. If there is none, opens a new one, if the
 * player agreed to that. It needs to read all tables, because the account's own seat may be at an
 * unreadable one.
 *
 * @throws ChainError
 */
export function seek(account: ActorId, mostBet: bigint, ways: Ways, leaning: Leaning): Promise<Led> {
  return unlessOver(ways.lost, { kind: 'lost' }, () => goOn(account, mostBet, ways, leaning));
}

async function goOn(account: ActorId, mostBet: bigint, ways: Ways, leaning: Leaning): Promise<Led> {
  const leftOut = new Set<ActorId>();
  let opened: ActorId | null = null;
  let isSettled = false;
  let unread = 0;
  for (;;) {
    const looked = await ways.look();
    if (!looked) return 'stopped';
    const seen = fullest(looked.tables, account, mostBet, leaning, leftOut);
    if (seen && hasSeat(seen, account)) return { table: seen.listed.table };
    // Once it has opened a table, the account has no seat elsewhere.
    if (!opened && !isAllTold(looked)) {
      unread += 1;
      if (unread === LOOKS) return 'unreadable';
      await ways.pause();
      continue;
    }
    if (!seen && !opened && !ways.open) return 'noSeat';
    // Before a reload the account may have asked for a table, or for a seat, already: what it has sent is taken first.
    if (!opened && !isSettled && (!seen || leaning.begun.length > 0)) {
      isSettled = true;
      await ways.untilTaken();
      continue;
    }
    if (!seen && !opened && ways.open) {
      opened = await ways.open();
      if (!opened) return 'stopped';
      // Looks again: if somebody opened a table at the same time, both meet at the older one.
      continue;
    }
    const table: ActorId | null = seen?.listed.table ?? opened;
    // It pays for one new table and no more.
    if (!table || leftOut.has(table)) return 'noSeat';
    const state = await ways.read(table);
    if (!state) return 'stopped';
    // The owner may have changed the terms since the look.
    const sat = suits(state, mostBet) ? await ways.sit(table, state) : 'taken';
    if (sat === 'seated') return { table };
    if (sat === 'stopped') return 'stopped';
    leftOut.add(table);
    ways.onTaken();
  }
}

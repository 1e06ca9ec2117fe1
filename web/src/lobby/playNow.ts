import { unlessOver } from '../chain/failure';
import type { ActorId } from '../chain/hex';
import { fullest, hasSeat, isAllTold, suits, type Looked } from '../house/seen';
import type { GameState } from '../rpsls/state';

/** What came of sitting down: a seat that somebody else was quicker to take is left to them. */
export type Sat = 'seated' | 'taken' | 'stopped';

/** What *play now* does things with. */
export interface Ways {
  /** The tables as they are now; nothing where they can't be read. */
  look: () => Promise<Looked | null>;
  /** Until it is worth another look. */
  pause: () => Promise<void>;
  /** How a table stands by now; nothing where nobody wants to know any more. */
  read: (table: ActorId) => Promise<GameState | null>;
  /** Takes a seat on the terms that were read. */
  sit: (table: ActorId, state: GameState) => Promise<Sat>;
  /** Has a house open a table, where that was agreed to; nothing where it does not come about. */
  open: (() => Promise<ActorId | null>) | null;
  /** Is told that somebody else was quicker. */
  onTaken: () => void;
  /** Tells where the connection is lost over which all this goes. */
  lost: AbortSignal;
}

/**
 * Where it has led: to a table, or nowhere, because nothing came of it, others were quicker each
 * time, or not all tables could be read.
 */
export type Led = { table: ActorId } | 'stopped' | 'noSeat' | 'unreadable';

/** How often not all tables can be read until it is given up. */
const LOOKS = 3;

/**
 * Sits an account down at the fullest table that fits, and at a new one where there is none and one
 * was agreed to: where all can be read, as its own seat may be at one that can't.
 *
 * @throws ChainError
 */
export function playNow(account: ActorId, mostBet: bigint, ways: Ways): Promise<Led> {
  return unlessOver(ways.lost, { kind: 'lost' }, () => seek(account, mostBet, ways));
}

async function seek(account: ActorId, mostBet: bigint, ways: Ways): Promise<Led> {
  const leftOut = new Set<ActorId>();
  let opened: ActorId | null = null;
  let unread = 0;
  for (;;) {
    const looked = await ways.look();
    if (!looked) return 'stopped';
    const seen = fullest(looked.tables, account, mostBet, leftOut);
    if (seen && hasSeat(seen, account)) return { table: seen.listed.table };
    // Before one was opened, there was no seat of its own.
    if (!opened && !isAllTold(looked)) {
      unread += 1;
      if (unread === LOOKS) return 'unreadable';
      await ways.pause();
      continue;
    }
    if (!seen && !opened) {
      if (!ways.open) return 'noSeat';
      opened = await ways.open();
      if (!opened) return 'stopped';
      // Whoever has opened one at the same time is met at the one that was there first.
      continue;
    }
    const table: ActorId | null = seen?.listed.table ?? opened;
    // One is paid for, and no more.
    if (!table || leftOut.has(table)) return 'noSeat';
    const state = await ways.read(table);
    if (!state) return 'stopped';
    // Its owner may have changed the terms since the look.
    const sat = suits(state, mostBet) ? await ways.sit(table, state) : 'taken';
    if (sat === 'seated') return { table };
    if (sat === 'stopped') return 'stopped';
    leftOut.add(table);
    ways.onTaken();
  }
}

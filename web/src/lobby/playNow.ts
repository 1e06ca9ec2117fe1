import type { ActorId } from '../chain/hex';
import { fullest, hasSeat, type Seen } from '../house/seen';

/** What came of sitting down: a seat that somebody else was quicker to take is left to them. */
export type Sat = 'seated' | 'taken' | 'stopped';

/** What *play now* does things with. */
export interface Ways {
  /** The tables as they are now, soonest to start first; nothing where they can't be read. */
  look: () => Promise<readonly Seen[] | null>;
  sit: (table: ActorId) => Promise<Sat>;
  /** Has a house open a table; nothing where that does not come about. */
  open: () => Promise<ActorId | null>;
  /** Is told that somebody else was quicker. */
  onTaken: () => void;
}

/** Where it has led: to a table, or nowhere, because nothing came of it or others were quicker each time. */
export type Led = { table: ActorId } | 'stopped' | 'noSeat';

/** Sits an account down at the fullest table that fits, and at a new one where there is none. */
export async function playNow(account: ActorId, mostBet: bigint, ways: Ways): Promise<Led> {
  const leftOut = new Set<ActorId>();
  for (let isOpened = false; ;) {
    const tables = await ways.look();
    if (!tables) return 'stopped';
    const seen = fullest(tables, account, mostBet, leftOut);
    if (seen && hasSeat(seen, account)) return { table: seen.listed.table };
    // One is paid for, and no more.
    if (!seen && isOpened) return 'noSeat';
    isOpened ||= !seen;
    const table = seen ? seen.listed.table : await ways.open();
    if (!table) return 'stopped';
    const sat = await ways.sit(table);
    if (sat === 'seated') return { table };
    if (sat === 'stopped') return 'stopped';
    leftOut.add(table);
    ways.onTaken();
  }
}

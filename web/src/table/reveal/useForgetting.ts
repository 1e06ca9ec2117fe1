import { useEffect } from 'preact/compat';
import type { Online } from '../../chain/connection';
import { untilHead } from '../../chain/heads';
import { useChain } from '../../way/chain';
import type { Seat } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { sharesDueOf } from '../../rpsls/stop';
import { readTable } from '../read';
import { hasEnded, settleSeat } from '../seats';
import { kept, secrets } from '../secrets';
import type { TableView } from '../session';
import type { Ended } from '../useRecord';

/** Whether this browser stores something that nobody needs once this state is final. */
function isForgettable(seat: Seat, state: GameState, block: number): boolean {
  return secrets.of(seat).some(({ game }) => game < state.gamesFinished) || hasEnded(seat, state, block);
}

/** Whether nothing of a seat is left to be stored or deleted. */
function isDone(seat: Seat, state: GameState, block: number, ended: Ended): boolean {
  // While shares are due, the player's own may be among them, and what it comes to belongs in the record.
  return !ended.isOver(state) && (sharesDueOf(state) > 0n || !isForgettable(seat, state, block));
}

/**
 * Deletes a seat and the openings of its finished games, once their end is final and in the record.
 *
 * @param isWanted whether somebody still waits for it
 */
export function forget(online: Online, seat: Seat, ended: Ended, isWanted: () => boolean): Promise<void> {
  return untilHead(online.api, 'subscribeFinalizedHeads', async (head) => {
    if (!isWanted()) return true;
    const final = await readTable(online, seat.program, head.hash);
    if (isDone(seat, final, head.number, ended)) return false;
    if (!(await ended.keep(final))) return false;
    if (!isWanted()) return true;
    if (hasEnded(seat, final, head.number)) settleSeat(seat, final);
    kept.refresh(secrets.forgetBefore(seat, final.gamesFinished));
    return true;
  });
}

/** Forgets what is over at a seat when the table says that something is. */
export function useForgetting(seat: Seat, view: TableView | null, ended: Ended): void {
  const { link } = useChain();
  const { state = null, block = 0 } = view ?? {};
  useEffect(() => {
    if (link.status !== 'online' || !state || isDone(seat, state, block, ended)) return;
    let isWanted = true;
    forget(link, seat, ended, () => isWanted).catch((error: unknown) => {
      console.warn('What is over is kept for now:', error);
    });
    return () => {
      isWanted = false;
    };
  }, [link, seat, state, block, ended]);
}

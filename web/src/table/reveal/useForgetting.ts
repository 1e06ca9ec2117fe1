import { useEffect } from 'react';
import { untilHead } from '../../chain/heads';
import { useChain } from '../../visitor/chain';
import type { Seat } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { readTable } from '../read';
import { hasEnded, settleSeat } from '../seats';
import { kept, secrets } from '../secrets';

/** Whether something is kept here that nobody needs once this state is final. */
function isForgettable(seat: Seat, state: GameState): boolean {
  return secrets.of(seat).some(({ game }) => game < state.gamesFinished) || hasEnded(seat, state);
}

/** Forgets a seat and the openings of its games that are over, once that is final. */
export function useForgetting(seat: Seat, state: GameState | null): void {
  const { link } = useChain();
  useEffect(() => {
    if (link.status !== 'online' || !state || !isForgettable(seat, state)) return;
    let isWanted = true;
    const forgotten = untilHead(link.api, 'subscribeFinalizedHeads', async (head) => {
      if (!isWanted) return true;
      const final = await readTable(link, seat.program, head.hash);
      if (!isForgettable(seat, final)) return false;
      if (hasEnded(seat, final)) settleSeat(seat, final);
      kept.refresh(secrets.forgetBefore(seat, final.gamesFinished));
      return true;
    });
    forgotten.catch((error: unknown) => console.warn('What is over is kept for now:', error));
    return () => {
      isWanted = false;
    };
  }, [link, seat, state]);
}

import { useEffect } from 'react';
import { useChain } from '../../visitor/chain';
import type { Seat } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { readTable } from '../read';
import { secrets, secretsChanged } from '../secrets';

/** Forgets the openings of a seat's games that are over, once that is final. */
export function useForgetting(seat: Seat, state: GameState | null): void {
  const { link } = useChain();
  const gamesFinished = state?.gamesFinished ?? 0;
  useEffect(() => {
    if (link.status !== 'online') return;
    if (!secrets.of(seat).some(({ game }) => game < gamesFinished)) return;
    const { api } = link;
    const forget = async (): Promise<void> => {
      const head = (await api.rpc.chain.getFinalizedHead()).toHex();
      const final = await readTable(link, seat.program, head);
      secrets.forgetBefore(seat, final.gamesFinished);
      secretsChanged();
    };
    forget().catch((error: unknown) => console.warn('Openings of finished games are kept for now:', error));
  }, [link, seat, gamesFinished]);
}

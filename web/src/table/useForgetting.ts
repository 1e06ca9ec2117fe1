import { useEffect } from 'react';
import { RPSLS } from '../artifacts';
import { useChain } from '../app/chain';
import type { ActorId } from '../chain/hex';
import { readState } from '../chain/program';
import { stateOf, type GameState } from '../rpsls/state';
import { useSeat } from './actions';
import { secrets, secretsChanged } from './secrets';

/** Forgets the openings of games that are over, once that is final. */
export function useForgetting(program: ActorId, state: GameState): void {
  const { link } = useChain();
  const seat = useSeat(program);
  const { gamesFinished } = state;
  useEffect(() => {
    if (link.status !== 'online' || !seat) return;
    if (!secrets.of(seat).some(({ game }) => game < gamesFinished)) return;
    const { api } = link;
    const forget = async (): Promise<void> => {
      const head = (await api.rpc.chain.getFinalizedHead()).toHex();
      const final = stateOf(await readState(link, program, RPSLS, { All: null }, head));
      secrets.forgetBefore(seat, final.gamesFinished);
      secretsChanged();
    };
    forget().catch((error: unknown) => console.warn('Openings of finished games are kept for now:', error));
  }, [link, program, seat, gamesFinished]);
}

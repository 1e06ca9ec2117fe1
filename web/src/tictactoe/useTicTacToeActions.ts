import type { ActorId } from '../chain/hex';
import { useAction, type Acting } from '../table/useAction';
import { TIC_TAC_TOE } from './artifacts';
import { ticTacToeErrorOf, type TicTacToeError } from './errors';

export interface TicTacToeActions {
  acting: Acting<TicTacToeError>;
  /** Whether the program took it. */
  act: (action: unknown, value?: bigint) => Promise<boolean>;
}

export function useTicTacToeActions(program: ActorId): TicTacToeActions {
  const acting = useAction(program, TIC_TAC_TOE, ticTacToeErrorOf);
  return { acting, act: async (action, value) => (await acting.run(action, value)) === 'done' };
}

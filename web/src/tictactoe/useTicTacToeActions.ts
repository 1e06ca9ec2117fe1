import type { ActorId } from '../chain/hex';
import type { Target } from '../program/runner';
import { useAction, type Acting } from '../program/useAction';
import { TIC_TAC_TOE } from './artifacts';
import { ticTacToeErrorOf, type TicTacToeError } from './errors';

const HOUSE: Target<TicTacToeError> = { types: TIC_TAC_TOE, errorOf: ticTacToeErrorOf };

export interface TicTacToeActions {
  acting: Acting<TicTacToeError>;
  /** Whether the program took it. */
  act: (action: unknown, value?: bigint) => Promise<boolean>;
}

export function useTicTacToeActions(program: ActorId): TicTacToeActions {
  const acting = useAction(program, HOUSE);
  return { acting, act: async (action, value = 0n) => (await acting.run({ action, value })) === 'done' };
}

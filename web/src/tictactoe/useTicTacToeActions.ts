import type { ActorId } from '../lib/hex';
import { useAction, type Acting } from '../way/useAction';
import type { TicTacToeError } from './errors';
import { TARGET } from './target';

export interface TicTacToeActions {
  acting: Acting<TicTacToeError>;
  /** Sends an action. Resolves to whether the program accepted it. */
  act: (action: unknown, value?: bigint) => Promise<boolean>;
}

export function useTicTacToeActions(program: ActorId): TicTacToeActions {
  const acting = useAction(program, TARGET);
  return { acting, act: async (action, value = 0n) => (await acting.run({ action, value })) === 'done' };
}

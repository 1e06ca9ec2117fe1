import { useCallback, useSyncExternalStore } from 'preact/compat';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { isInWallet } from '../../chain/wallet';
import type { GameError } from '../../rpsls/messages';
import type { Secret } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { revealTask } from './reveal';
import type { ActionState, Outcome } from '../../way/runner';
import { useChainTime } from '../../way/useChainTime';
import type { TableSession } from '../session';
import { usePurses } from '../gas/usePurses';

export interface Revealing extends ActionState<GameError> {
  /** Whether this page can get the reveal signed. */
  isAble: boolean;
  /** Whether a person has to consent in a wallet. */
  asksWallet: boolean;
  /** Whether the last try had to ask a wallet: a purse may be there, and empty. */
  hasAskedWallet: () => boolean;
  /**
   * Reveals the move, and commits to the next round's, if its opening is given.
   *
   * @param isAtOnce whether it does not wait until the other moves are final
   */
  reveal: (next?: string, isAtOnce?: boolean) => Promise<Outcome>;
  clear: () => void;
}

/** The reveal of an opening. All parts of the page share one. */
export function useReveal(session: TableSession, table: GameState, secret: Secret): Revealing {
  const { link } = useChain();
  const { account: chosen, accounts } = useAccounts();
  // Whoever is here may show a move that came in a file: knowing its opening is enough.
  const own = chosen?.id === secret.account ? chosen : accounts.find(({ id }) => id === secret.account);
  const account = own ?? chosen;
  const purses = usePurses(secret);
  const clock = useChainTime(session.clock);
  const runner = session.revealOf(secret);
  const state = useSyncExternalStore(runner.state.subscribe, runner.state.get);
  const reveal = useCallback(
    (opening?: string, isAtOnce = false) => {
      const next = opening === undefined ? null : { ...secret, round: secret.round + 1, opening };
      return runner.run(link, account, revealTask({ secret, state: table, next, purses, clock, isAtOnce }));
    },
    [runner, link, account, table, secret, purses, clock],
  );
  const asksWallet = purses.length === 0 && account !== null && isInWallet(account);
  const hasAskedWallet = (): boolean => runner.sender !== null && isInWallet(runner.sender);
  const isAble = account !== null || purses.length > 0;
  return { ...state, isAble, asksWallet, hasAskedWallet, reveal, clear: runner.clear };
}

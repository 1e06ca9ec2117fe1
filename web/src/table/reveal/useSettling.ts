import { useEffect, useEffectEvent, useMemo } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { aside } from '../../lib/aside';
import { oneTabAtATime } from '../../lib/oneTab';
import { Runner, type Outcome } from '../../way/runner';
import { afterMove } from '../../rpsls/costs';
import { stopGas } from '../../rpsls/gas';
import type { Seat } from '../../rpsls/secrets';
import { stillIn, type GameState } from '../../rpsls/state';
import { useChain } from '../../way/chain';
import { usePurses } from '../gas/usePurses';
import { seatsBeside } from '../seats';
import type { Settlement, TableView } from '../session';
import { TABLE } from '../target';
import { keepsTrying } from './reveal';

/** Whether a player gets or keeps something by this outcome. */
function isWorth(outcome: Settlement, account: ActorId, state: GameState): boolean {
  switch (outcome.kind) {
    case 'gameOver':
      return outcome.winner === account;
    case 'nextRoundStarted':
      return outcome.players.includes(account);
    case 'closed':
      return stillIn(state).some(({ id }) => id === account);
    default:
      return false;
  }
}

/**
 * Settles a stage that is over and that no alarm has settled, where its outcome is worth something to a seat of this
 * browser. The purse pays: no wallet is asked.
 *
 * @returns whether it may have to, so that the seat must not be forgotten yet
 */
export function useSettling(seat: Seat, view: TableView | null): boolean {
  const { link } = useChain();
  const purses = usePurses(seat);
  const { program, account } = seat;
  const runner = useMemo(() => new Runner(program, TABLE), [program]);
  const { state = null, unsettled = null, due = null } = view ?? {};
  const isWanted = (outcome: Settlement): boolean => state !== null && isWorth(outcome, account, state);
  const stage = state && `${program}/${state.gamesFinished}/${state.round}`;
  const isAble = purses.length > 0 && stage !== null;
  const isDue = isAble && link.status === 'online' && due !== null && isWanted(due);
  const settle = useEffectEvent(async (): Promise<Outcome> => {
    if (!state) return 'failed';
    const following = { ...afterMove(state, false, seatsBeside(seat)), isPatient: true };
    const task = { action: { Advance: null }, bound: stopGas(state.players.length), following, keys: purses };
    const outcome = await runner.run(link, null, task);
    if (outcome !== 'done') console.info('The stage is not settled yet:', runner.state.get().trouble);
    return outcome;
  });
  useEffect(() => {
    if (!isDue) return;
    const over = new AbortController();
    // The purse may be filled, and the node well again, while it is due. A try may cost a fee.
    const tryUntilDone = (): Promise<void> =>
      keepsTrying(
        () => settle(),
        over.signal,
        () => true,
      );
    aside(oneTabAtATime(`rpsls/settle/${stage}`, over.signal, tryUntilDone), 'A stage that is over');
    return () => over.abort();
  }, [isDue, stage]);
  return isAble && unsettled !== null && (unsettled === 'unknown' || isWanted(unsettled));
}

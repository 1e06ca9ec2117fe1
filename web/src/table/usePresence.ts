import { useEffect, useRef } from 'preact/compat';
import { useChainTime } from '../way/useChainTime';
import type { GameState } from '../rpsls/state';
import { useAccounts } from '../way/accounts';
import { claimOf } from '../way/guests';
import { useIntroduction } from '../way/identities';
import { useSeatOn, useTableActions } from './actions';
import { vouchersChanged } from './gas/useVouchers';
import { useMoment } from './result/useMoment';
import { noteSeat, useTakenSeat } from './seats';
import type { TableSession, TableView } from './session';
import { useGameSounds } from './useGameSounds';
import { useIsCalm } from './useIsCalm';
import { useLocks } from './useLocks';
import { useNet } from './useNet';
import { useOpening } from './useSecrets';
import { isElsewhere, useSharedGuest } from './useSharedGuest';

/** Keeps up with a table that is on the screen, and with the account's seat at it. */
export function usePresence(session: TableSession, view: TableView, state: GameState) {
  const account = useAccounts().account?.id ?? null;
  const { program } = session;
  const { block } = view;
  const clock = useChainTime(session.clock);
  useIntroduction([
    ...state.players.map(({ id }) => id),
    state.owner,
    ...(state.lastGame ? [state.lastGame.winner] : []),
  ]);
  // A voucher may have paid for whatever happened.
  useEffect(() => vouchersChanged(), [state]);
  const actions = useTableActions(program);
  useSharedGuest(program, state);
  const seat = useSeatOn(view.genesis, program);
  useEffect(() => {
    // A seat that was taken elsewhere, for example on the command line, calls for its player here from now on.
    if (seat && !isElsewhere(state, seat.account, claimOf(program, seat.account))) noteSeat(seat, state, block);
  }, [seat, program, state, block]);
  const taken = useTakenSeat(seat);
  const locks = useLocks(state, clock);
  const net = useNet(program, state, actions.acting.step !== null);
  const opening = useOpening(seat, account ? state.commitments.get(account) : undefined);
  const isCalm = useIsCalm(session, state, account, opening, clock);
  const moment = useMoment({ state, history: view.history, taken, clock });
  useGameSounds(state, account, moment.scene);
  const { clear } = actions.acting;
  // An action that comes to nothing, for example one that a wallet never signs, must not keep the person from what
  // the next stage asks for.
  const now = `${state.gamesFinished}/${state.round}/${state.stage}`;
  const acted = useRef(now);
  useEffect(() => {
    if (acted.current !== now) clear();
    acted.current = now;
  }, [clear, now]);
  return { account, clock, actions, locks, net, isCalm, moment };
}

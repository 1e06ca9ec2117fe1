import { useMemo, useSyncExternalStore } from 'preact/compat';
import { useTexts } from '../../i18n';
import { useBeforeUnload } from '../../lib/useBeforeUnload';
import { useWakeLock } from '../../lib/useWakeLock';
import { seatKey, type Seat } from '../../rpsls/secrets';
import { isUncommitted, isUnrevealed, statusOf } from '../../rpsls/state';
import { CrashBoundary } from '../../ui/Crash';
import { useAccounts } from '../../way/accounts';
import { useGenesis } from '../../way/chain';
import { claimOf } from '../../way/guests';
import { useUnshown } from '../../way/leaving';
import type { Screen } from '../../way/route';
import { bots } from '../bots';
import { usePurses } from '../gas/usePurses';
import { arriving, takenSeat, useTakenSeats } from '../seats';
import { useTable } from '../tables';
import { useRecord } from '../useRecord';
import { useAllSecrets, useOpening } from '../useSecrets';
import { isElsewhere } from '../useSharedGuest';
import { BotReveal, DueMove, DueReveal, useIsAnothers } from './DueBars';
import { useForgetting } from './useForgetting';
import { useOutcome } from './useOutcome';
import { useSettling } from './useSettling';

/**
 * Looks after every opening that this browser stores and every seat that it took, whatever screen
 * the person is on: a player who does not move or reveal in time loses the bet.
 */
export function RevealKeepers({ screen }: { screen: Screen }) {
  const { m } = useTexts();
  const secrets = useAllSecrets();
  const taken = useTakenSeats();
  // Keeps the chain while the connection is lost: the page must not be closed then, either.
  const genesis = useGenesis();
  const seats = useMemo(() => {
    const here = [...taken, ...secrets].filter((seat) => seat.genesis === genesis);
    return [...new Map(here.map((seat) => [seatKey(seat), seatOf(seat)])).values()];
  }, [secrets, taken, genesis]);
  return (
    <aside className="reveals" aria-label={m.act.dues}>
      {seats.map((seat) => (
        // A seat that crashes must not stop another's reveal.
        <CrashBoundary key={seatKey(seat)}>
          <SeatKeeper seat={seat} screen={screen} />
        </CrashBoundary>
      ))}
    </aside>
  );
}

function seatOf({ genesis, program, account }: Seat): Seat {
  return { genesis, program, account };
}

function SeatKeeper({ seat, screen }: { seat: Seat; screen: Screen }) {
  const table = useTable(seat.program);
  const isBot = bots.at(seat.program) === seat.account;
  const view = table?.view ?? null;
  const state = view?.state ?? null;
  const isToSettle = useSettling(seat, view);
  useForgetting(seat, isToSettle ? null : view, useRecord(seat, state, view?.history, !isBot));
  const opening = useOpening(seat, state?.commitments.get(seat.account));
  const isAtRisk = state !== null && opening.kind === 'here' && isUnrevealed(state, seat.account);
  const isOthers = state !== null && isElsewhere(state, seat.account, claimOf(seat.program, seat.account));
  const isOwnRisk = isAtRisk && !isBot;
  useBeforeUnload(isOwnRisk);
  useWakeLock(isOwnRisk);
  const isAnothers = useIsAnothers(seat.account);
  const isAbsent = useIsAbsent(seat);
  const isToChoose = state !== null && isUncommitted(state, seat.account) && !isBot && !isOthers && !isAbsent;
  useUnshown(isOwnRisk || isToChoose);
  const isSilent = isBot || isOthers || isAnothers;
  const isHere = screen.name === 'table' && screen.program === seat.program;
  useOutcome(seat, view, { isOthers, isSilent, isHere });
  const isArriving = useSyncExternalStore(arriving.subscribe, arriving.get) === seat.program;
  if (!state || !table || isArriving) return null;
  const status = statusOf(state, seat.account);
  // A move that came in a file can be shown for a player who is elsewhere, and nothing can be chosen.
  if (status === 'toMove' && !isBot && !isOthers && !isAbsent)
    return <DueMove session={table.session} state={state} seat={seat} screen={screen} />;
  if (!isAtRisk || status !== 'toReveal') return null;
  const due = { session: table.session, state, secret: opening.secret };
  return isBot ? <BotReveal {...due} /> : <DueReveal {...due} screen={screen} />;
}

/** Whether neither an account nor a purse of this player is here, and the seat was taken elsewhere. */
function useIsAbsent(seat: Seat): boolean {
  const { accounts } = useAccounts();
  const purses = usePurses(seat);
  return purses.length === 0 && takenSeat(seat) === null && accounts.every(({ id }) => id !== seat.account);
}

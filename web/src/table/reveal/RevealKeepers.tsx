import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'preact/compat';
import { useAccounts } from '../../visitor/accounts';
import { useChain, useGenesis } from '../../visitor/chain';
import { claimOf } from '../../visitor/guests';
import { useUnshown } from '../../visitor/leaving';
import { useName, usePeople } from '../../visitor/people';
import type { ActorId } from '../../lib/hex';
import { hrefOf, type Screen } from '../../visitor/route';
import { useTexts } from '../../i18n';
import { moveOfOpening } from '../../rpsls/moves';
import { isNewlyAway, isUntold, lostAt } from '../../rpsls/seats';
import { seatKey, type Seat, type Secret } from '../../rpsls/secrets';
import { isUnrevealed, statusOf, type GameResult, type GameState } from '../../rpsls/state';
import { titleOf } from '../../settings/preferences';
import { Icon, type IconName } from '../../ui/Icon';
import { ActButton } from '../../program/ActButton';
import { useAttention } from '../../program/attention';
import { bots } from '../bots';
import { Countdown } from '../../ui/Countdown';
import { CrashBoundary } from '../../ui/Crash';
import type { TableSession } from '../session';
import { useTable } from '../tables';
import { TroubleNotice } from '../TroubleNotice';
import { pressed } from '../../lib/aside';
import { useBeforeUnload } from '../../lib/useBeforeUnload';
import { useWakeLock } from '../../lib/useWakeLock';
import { useToast } from '../../ui/toasts';
import { useChainTime } from '../../program/useChainTime';
import { usePurses } from '../gas/usePurses';
import { useForgetting } from './useForgetting';
import { useReveal } from './useReveal';
import { Showing } from './Showing';
import { useRevealForMe } from './useRevealForMe';
import { useRevealWay } from './useRevealWay';
import { useSettling } from './useSettling';
import { arriving, noteSeat, takenSeat, useTakenSeats } from '../seats';
import { useRecord } from '../useRecord';
import { useAllSecrets, useOpening } from '../useSecrets';
import { isElsewhere } from '../useSharedGuest';

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
  const state = table?.view.state ?? null;
  const isBot = bots.at(seat.program) === seat.account;
  const isToSettle = useSettling(seat, table?.view ?? null);
  useForgetting(seat, isToSettle ? null : state, useRecord(seat, state, table?.view.history, !isBot));
  const opening = useOpening(seat, state?.commitments.get(seat.account));
  const isAtRisk = state !== null && opening.kind === 'here' && isUnrevealed(state, seat.account);
  const isOthers = state !== null && isElsewhere(state, seat.account, claimOf(seat.program, seat.account));
  const isOwnRisk = isAtRisk && !isBot;
  useBeforeUnload(isOwnRisk);
  useUnshown(isOwnRisk);
  useWakeLock(isOwnRisk);
  const isAnothers = useIsAnothers(seat.account);
  const isAbsent = useIsAbsent(seat);
  const isSilent = isBot || isOthers || isAnothers;
  const isHere = screen.name === 'table' && screen.program === seat.program;
  useOutcome(seat, state, { isOthers, isSilent, isHere });
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

/** How this tab relates to a seat. */
interface Onlooker {
  /** Whether the seat was taken in another browser. */
  isOthers: boolean;
  /** Whether nobody in this tab waits for the outcome. */
  isSilent: boolean;
  /** Whether the table is on the screen, which tells the outcome itself. */
  isHere: boolean;
}

/**
 * Tells on other screens how a game came out that this browser played, or that its bracket is full
 * without this seat.
 */
function useOutcome(seat: Seat, state: GameState | null, { isOthers, isSilent, isHere }: Onlooker): void {
  const { m, f } = useTexts();
  const show = useToast();
  const name = useName();
  const { connection } = useChain();
  const known = useRef<GameState | null>(null);
  const link = { href: hrefOf({ name: 'table', program: seat.program }, connection.url), text: m.act.toTable };
  const toast = (text: string, around: { icon: IconName; link: typeof link }): void => {
    const title = titleOf(seat.program);
    show(title ? m.table.at(title, text) : text, around);
  };
  const tell = useEffectEvent((state: GameState, before: GameState) => {
    const taken = takenSeat(seat);
    if (isSilent || isHere || taken?.seen === 'sentAway' || statusOf(before, seat.account) === 'notRegistered') return;
    const { lastGame, gamesFinished } = state;
    // Another game may have ended since, and a stopped game leaves the result of the game before in the state.
    const isNext = gamesFinished === before.gamesFinished + 1 && lastGame && !isSame(lastGame, before.lastGame);
    const { betSize } = before.config;
    if (isNext && lastGame.winner === seat.account)
      return toast(m.table.youWon(f.amountIfAny(lastGame.pot - betSize)), { icon: 'trophy', link });
    // The seat may have been given back by another client.
    if (!isNext || !taken || !lostAt(taken, state)) return toast(m.table.result.over, { icon: 'clock', link });
    const [pot, lost] = [f.amountIfAny(lastGame.pot), f.amountIfAny(betSize)];
    const text = lost ? m.table.result.lost(lost) : m.table.result.lostSome;
    toast(m.paragraph(m.sentence(text), m.table.result.goesTo(name(lastGame.winner), pot)), { icon: 'close', link });
  });
  const note = useEffectEvent((state: GameState, before: GameState | null) => {
    if (isOthers) return;
    const taken = takenSeat(seat);
    if (!before && !isSilent && taken && isUntold(taken, state))
      toast(m.table.result.maybeSentAway, { icon: 'clock', link });
    const isNews = noteSeat(seat, state) === 'sentAway' || isNewlyAway(takenSeat(seat), before, state);
    if (!isNews || isSilent || isHere) return;
    const bet = f.amountIfAny(state.config.betSize);
    toast(m.table.result.sentAwayText(state.players.length, bet), { icon: 'clock', link });
  });
  useEffect(() => {
    if (!state) return;
    const before = known.current;
    known.current = state;
    note(state, before);
    if (before && state.gamesFinished > before.gamesFinished) tell(state, before);
  }, [state]);
}

function isSame(one: GameResult, other: GameResult | null): boolean {
  return other !== null && one.winner === other.winner && one.pot === other.pot && one.rounds === other.rounds;
}

interface BotRevealProps {
  session: TableSession;
  state: GameState;
  secret: Secret;
}

/** Reveals a bot's move, without calling anybody. */
function BotReveal({ session, state, secret }: BotRevealProps) {
  const revealing = useReveal(session, state, secret);
  useRevealForMe(revealing.isAble, secret, revealing);
  return null;
}

/** Whether an account is not the one of this tab: two people may share a browser, each with a tab. */
function useIsAnothers(account: ActorId): boolean {
  const { account: chosen } = useAccounts();
  return chosen !== null && chosen.id !== account;
}

/** Whether neither an account nor a purse of this player is here, and the seat was taken elsewhere. */
function useIsAbsent(seat: Seat): boolean {
  const { accounts } = useAccounts();
  const purses = usePurses(seat);
  return purses.length === 0 && takenSeat(seat) === null && accounts.every(({ id }) => id !== seat.account);
}

/** Whether the screen is this player's own table: its panel shows what is due. */
function useIsHere(screen: Screen, { program, account }: { program: ActorId; account: ActorId }): boolean {
  const { account: chosen } = useAccounts();
  return screen.name === 'table' && screen.program === program && chosen?.id === account;
}

function ToTable({ program }: { program: ActorId }) {
  const { m } = useTexts();
  const { connection } = useChain();
  return (
    <a className="button quiet" href={hrefOf({ name: 'table', program }, connection.url)}>
      {m.act.toTable}
    </a>
  );
}

interface DueBarProps {
  /** Whether nobody has to do anything, so that nobody is alarmed. */
  isCalm?: boolean;
  title: string;
  text: string;
  /** The progress of what is being done. */
  progress?: ReactNode;
  session: TableSession;
  state: GameState;
  /** A button besides the way to the table, and the trouble behind it. */
  button?: ReactNode;
  trouble?: ReactNode;
}

function DueBar({ isCalm = false, title, text, progress, session, state, button, trouble }: DueBarProps) {
  const clock = useChainTime(session.clock);
  return (
    <div className={isCalm ? 'reveal-due calm' : 'reveal-due'} role={isCalm ? 'status' : 'alert'}>
      <Icon name={isCalm ? 'clock' : 'warning'} />
      <div className="reveal-due-body">
        <strong>{title}</strong>
        <span>{text}</span>
        {progress}
      </div>
      <Countdown clock={clock} span={{ from: state.stageStarted, to: state.deadline }} />
      {button}
      <ToTable program={session.program} />
      {trouble}
    </div>
  );
}

interface DueMoveProps {
  session: TableSession;
  state: GameState;
  seat: Seat;
  screen: Screen;
}

function DueMove({ session, state, seat, screen }: DueMoveProps) {
  const { m } = useTexts();
  const name = useName();
  const isHere = useIsHere(screen, seat);
  useAttention(!isHere, useIsAnothers(seat.account) ? m.act.moveDue : m.act.turn);
  if (isHere) return null;
  return (
    <DueBar
      title={m.act.moveDue}
      text={m.act.moveDueText(name(seat.account), state.config.betSize === 0n)}
      session={session}
      state={state}
    />
  );
}

interface DueRevealProps {
  session: TableSession;
  state: GameState;
  secret: Secret;
  screen: Screen;
}

function DueReveal({ session, state, secret, screen }: DueRevealProps) {
  const { m } = useTexts();
  const name = useName();
  const { nameOf } = usePeople();
  const isHere = useIsHere(screen, secret);
  const revealing = useReveal(session, state, secret);
  const { isByItself, isCalm, isLate, isRisky, step } = useRevealWay(session, state, secret.account, revealing);
  useRevealForMe(isByItself, secret, revealing);
  const isAnothers = useIsAnothers(secret.account);
  const hasTrouble = revealing.trouble !== null || revealing.step === 'signing';
  // While the page reveals by itself there is nothing to do, unless it fails or the wallet waits.
  useAttention(hasTrouble || !(isByItself || isCalm), isAnothers ? m.act.revealDue : m.act.turn);
  const clock = useChainTime(session.clock);
  const move = moveOfOpening(secret.opening);
  if (isHere || !move) return null;
  if (isCalm) {
    return (
      <DueBar
        isCalm
        title={m.act.showing(nameOf(secret.account))}
        text={isByItself ? m.act.showingText : m.act.keepOpen}
        progress={<Showing step={revealing.step} clock={clock} since={state.stageStarted} />}
        session={session}
        state={state}
      />
    );
  }
  return (
    <DueBar
      title={m.act.revealDue}
      text={m.paragraph(
        m.act.revealDueText(name(secret.account), state.config.betSize === 0n),
        ...(isLate && isRisky ? [m.act.unfinal] : []),
      )}
      progress={isLate && revealing.step && <Showing step={revealing.step} clock={clock} since={state.stageStarted} />}
      session={session}
      state={state}
      button={
        revealing.isAble && (
          <ActButton step={step} onClick={() => pressed(revealing.reveal(undefined, isLate))}>
            {m.act.revealNow}
          </ActButton>
        )
      }
      trouble={<TroubleNotice acting={revealing} />}
    />
  );
}

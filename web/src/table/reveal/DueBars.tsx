import type { ReactNode } from 'preact/compat';
import { useTexts } from '../../i18n';
import { pressed } from '../../lib/aside';
import type { ActorId } from '../../lib/hex';
import { ActButton } from '../../way/ActButton';
import { useAttention } from '../../way/attention';
import { useChainTime } from '../../way/useChainTime';
import { moveOfOpening } from '../../rpsls/moves';
import type { Seat, Secret } from '../../rpsls/secrets';
import type { GameState } from '../../rpsls/state';
import { Countdown } from '../../ui/Countdown';
import { Icon } from '../../ui/Icon';
import { useAccounts } from '../../way/accounts';
import { useChain } from '../../way/chain';
import { useName, usePeople } from '../../way/people';
import { hrefOf, type Screen } from '../../way/route';
import type { TableSession } from '../session';
import { TroubleNotice } from '../TroubleNotice';
import { Showing } from './Showing';
import { useReveal } from './useReveal';
import { useRevealForMe } from './useRevealForMe';
import { useRevealWay } from './useRevealWay';

/** Whether an account is not the one of this tab: two people may share a browser, each with a tab. */
export function useIsAnothers(account: ActorId): boolean {
  const { account: chosen } = useAccounts();
  return chosen !== null && chosen.id !== account;
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

/** Calls for the move of a seat, on any screen but its own. */
export function DueMove({ session, state, seat, screen }: DueMoveProps) {
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

interface RevealProps {
  session: TableSession;
  state: GameState;
  secret: Secret;
}

/** Shows the move of a seat, and says on any screen but its own how that goes. */
export function DueReveal({ session, state, secret, screen }: RevealProps & { screen: Screen }) {
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

/** Reveals a bot's move, without calling anybody. */
export function BotReveal({ session, state, secret }: RevealProps) {
  const revealing = useReveal(session, state, secret);
  useRevealForMe(revealing.isAble, secret, revealing);
  return null;
}

import type { ReactNode } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { HomeLink } from '../../way/HomeLink';
import { useName, usePeople } from '../../way/people';
import { useHeld } from '../../way/useStored';
import { useTexts } from '../../i18n';
import type { Messages } from '../../i18n/messages';
import type { History } from '../../rpsls/history';
import type { Result } from '../../rpsls/result';
import type { Lost } from '../../rpsls/round';
import type { Format } from '../../rpsls/rules';
import type { GameState } from '../../rpsls/state';
import { Icon, type IconName } from '../../ui/Icon';
import { signed } from '../drawing/DuelDrawing';
import { ResultPath } from './ResultPath';
import { Told } from './Told';
import { useBlows } from './useBlows';
import { roundVerdict } from './verdict';

/** The fees of a game, in the smallest unit, are less: what is more was paid for something else. */
const MOST_FEES = 2_000_000_000_000n;

interface ResultCardProps {
  result: Result;
  state: GameState;
  history: History;
  /** Whether the last game's pot is paid. */
  isPaid: boolean;
  /** Whether messages cost fees. */
  hasFees: boolean;
  /** By how much the game changed the account's money, if that is known. */
  net: bigint | null;
  /** What the person can do next, if that is not in sight. */
  next?: ReactNode;
}

/** The result for the viewer, and how and why it came about. */
export function ResultCard({ result, state, history, isPaid, hasFees, net, next }: ResultCardProps) {
  const { m, f } = useTexts();
  const name = useName();
  const { me, nameOf } = usePeople();
  const blows = useBlows(state, history, 'winner' in result ? result.winner : null);
  const score = me && history.scores.get(me);
  const after = (
    <>
      <ResultPath state={state} history={history} />
      {score && score.played > 1 && <p className="muted">{m.table.result.score(score.won, score.played)}</p>}
    </>
  );
  const held = useHeld('stake' in result && result.stake ? me : null);
  const withFees = (text: string, stake: bigint | null): string => {
    if (!stake || !hasFees) return text;
    const back = held ? f.rounded(held) : null;
    const fees = net === null || !('pot' in result) ? null : (result.kind === 'won' ? result.pot : 0n) - stake - net;
    // Anything else is not of this game alone, or not all of it is known yet.
    const isPlain = net !== null && fees !== null && fees > 0n && fees < MOST_FEES;
    const told = isPlain
      ? m.table.afterFees(f.rounded(net < 0n ? -net : net), net >= 0n, back)
      : m.table.feesApart(back);
    return m.paragraph(text, told);
  };
  const paid = (pot: bigint, text: string): string => (isPaid || pot === 0n ? text : m.table.toBePaid);
  switch (result.kind) {
    case 'won': {
      const { pot, stake } = result;
      const gain = stake === null ? null : f.amountIfAny(pot - stake);
      const text = pot > 0n ? m.table.youWonText(f.amount(pot)) : m.table.youWonFree;
      return (
        <Outcome tone="won" icon="trophy" title={m.table.youWon(gain)} figure={gain} next={next}>
          <Blows blows={blows.length > 0 ? blows : silentIn(history).map((id) => m.round.silent(nameOf(id)))} />
          <p className="muted">{withFees(paid(pot, text), stake)}</p>
          {after}
        </Outcome>
      );
    }
    case 'watched': {
      const pot = f.amountIfAny(result.pot);
      return (
        <Outcome tone="watched" icon="trophy" title={m.table.won(nameOf(result.winner), pot)} figure={pot} next={next}>
          <Blows blows={blows} />
          <p className="muted">{paid(result.pot, m.table.wonText)}</p>
        </Outcome>
      );
    }
    case 'lost': {
      const stake = result.stake ? f.amount(result.stake) : null;
      const { fate, winner } = result;
      return (
        <Outcome tone="lost" icon="close" title={lostTitle(stake, winner !== null, m)} figure={stake} next={next}>
          {fate && <Blows blows={whyLost(fate, blows, state.rules.format, m)} />}
          {winner && (
            <p className="muted">
              {withFees(m.table.result.goesTo(name(winner), f.amountIfAny(result.pot)), result.stake)}
            </p>
          )}
          {winner && after}
        </Outcome>
      );
    }
    case 'stopped':
      return (
        <Outcome tone="watched" icon="refresh" title={m.table.result.stopped} next={next}>
          <p className="muted">{m.table.result.stoppedText(f.amount(result.value))}</p>
        </Outcome>
      );
    case 'sentAway':
      return (
        <Outcome tone="watched" icon="refresh" title={m.table.result.sentAway} next={next}>
          <p>{m.table.result.sentAwayText(result.players, f.amountIfAny(result.value))}</p>
          <HomeLink />
        </Outcome>
      );
    case 'round': {
      const { round } = result;
      const isIn = me !== null && round.survivors.includes(me);
      // Who plays on with all others knows it by the own blow.
      const isTold = isIn && blows.length > 0 && round.survivors.length === round.reveals.size;
      return (
        <Outcome tone="round" title={isIn ? m.table.result.youGoOn : m.table.result.goesOn}>
          <Blows blows={isIn ? blows : []} />
          {!isTold && <p className="muted">{roundVerdict(round, state.rules.format, { m, me, nameOf })}</p>}
        </Outcome>
      );
    }
  }
}

interface OutcomeProps {
  tone: 'won' | 'lost' | 'watched' | 'round';
  icon?: IconName;
  title: string;
  /** The larger part of the title: the amount. */
  figure?: string | null;
  next?: ReactNode;
  children: ReactNode;
}

function Outcome({ tone, icon, title, figure, next, children }: OutcomeProps) {
  return (
    <section className={`card result ${tone}`}>
      {icon && <Icon name={icon} />}
      <h2>
        <Headline title={title} figure={figure ?? null} />
      </h2>
      {children}
      {next}
    </section>
  );
}

function Headline({ title, figure }: { title: string; figure: string | null }) {
  const at = figure ? title.indexOf(figure) : -1;
  if (!figure || at < 0) return title;
  return (
    <>
      {title.slice(0, at)}
      <span className="result-figure">{figure}</span>
      {title.slice(at + figure.length)}
    </>
  );
}

function Blows({ blows }: { blows: readonly string[] }) {
  return blows.map((blow) => (
    <p key={blow} className="blow">
      <Told text={blow} />
    </p>
  ));
}

function lostTitle(stake: string | null, isOver: boolean, m: Messages): string {
  if (stake) return m.table.result.lost(stake);
  return isOver ? m.table.result.lostSome : m.table.result.out;
}

/** The players of the last game who were out because they did not choose in time. */
function silentIn({ game }: History): ActorId[] {
  return [...(game?.fates ?? [])].flatMap(([id, { kind }]) => (kind === 'lateMove' ? [id] : []));
}

/** @param blows whose moves did it, if that is known */
function whyLost(fate: Lost, blows: readonly string[], format: Format, m: Messages): readonly string[] {
  if (fate.kind !== 'beaten') return [m.table.result[fate.kind]];
  const { move, by, points } = fate;
  const winners = m.list(by.map((other) => m.moves[other]));
  if (points && format !== 'knockout')
    return [m.table.result.points(m.moves[move], signed(points[0]), winners, signed(points[1]))];
  return blows.length > 0 ? blows : [m.table.result.beaten(m.moves[move], winners)];
}

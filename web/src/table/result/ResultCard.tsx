import type { ReactNode } from 'react';
import { HomeLink } from '../../visitor/HomeLink';
import { useName, usePeople } from '../../visitor/people';
import { useTexts } from '../../i18n';
import type { Formats } from '../../i18n/formats';
import type { Messages } from '../../i18n/messages';
import type { History } from '../../rpsls/history';
import { beats, type Move } from '../../rpsls/moves';
import { againOf, resultOf, type Result } from '../../rpsls/result';
import { lastRoundOf, type Lost } from '../../rpsls/round';
import type { TakenSeat } from '../../rpsls/seats';
import type { Format } from '../../rpsls/rules';
import type { GameState } from '../../rpsls/state';
import { Icon, type IconName } from '../../ui/Icon';
import { signed } from '../drawing/DuelDrawing';
import { MoveIcon } from '../drawing/MoveIcon';
import { ShareResult } from './ShareResult';
import { roundVerdict } from './verdict';

interface ResultCardProps {
  /** Where the table is, for those who are told how it came out. */
  url: string;
  state: GameState;
  history: History;
  /** Whether the last game's pot is paid. */
  isPaid: boolean;
  /** What is remembered of the seat of the one who looks. */
  taken?: TakenSeat | null;
  /** The way to the next game, where that is not in sight. */
  again?: ReactNode;
}

/** How it came out for the one who looks, and why. */
export function ResultCard({ url, state, history, isPaid, taken = null, again }: ResultCardProps) {
  const { m, f } = useTexts();
  const name = useName();
  const { me, nameOf } = usePeople();
  const result = resultOf(state, history, me, taken);
  if (!result) return null;
  const share = (
    <div className="row result-actions">
      {again}
      <ShareResult url={url} state={state} />
    </div>
  );
  const score = me && history.scores.get(me);
  const back = againOf(state, history, me);
  const after = (
    <>
      {score && score.played > 1 && <p className="muted">{m.table.result.score(score.won, score.played)}</p>}
      {back.length > 0 && <p>{m.table.result.rematch(m.list(back.map(nameOf)))}</p>}
    </>
  );
  const paid = (pot: bigint, text: string): string => (isPaid || pot === 0n ? text : m.table.toBePaid);
  switch (result.kind) {
    case 'won':
      return (
        <Outcome
          tone="won"
          icon="trophy"
          title={m.table.youWon(f.amountIfAny(result.pot))}
          moves={winningMoves(state)}
          share={share}
        >
          <p className="muted">{paid(result.pot, result.pot > 0n ? m.table.youWonText : m.table.youWonFree)}</p>
          {after}
        </Outcome>
      );
    case 'watched':
      return (
        <Outcome
          tone="watched"
          icon="trophy"
          title={m.table.won(nameOf(result.winner), f.amountIfAny(result.pot))}
          share={share}
        >
          <p className="muted">{paid(result.pot, m.table.wonText)}</p>
        </Outcome>
      );
    case 'lost':
      return (
        <Outcome
          tone="lost"
          icon="close"
          title={lostTitle(result, m, f)}
          moves={movesOf(result.fate, state.rules.format)}
          share={result.winner ? share : again}
        >
          {result.fate && <p>{whyLost(result.fate, state.rules.format, m)}</p>}
          {result.winner && (
            <p className="muted">{m.table.result.goesTo(name(result.winner), f.amountIfAny(result.pot))}</p>
          )}
          {result.winner && after}
        </Outcome>
      );
    case 'stopped':
      return (
        <Outcome tone="watched" icon="refresh" title={m.table.result.stopped} share={again}>
          <p className="muted">{m.table.result.stoppedText(f.amount(result.value))}</p>
        </Outcome>
      );
    case 'sentAway':
      return (
        <Outcome tone="watched" icon="refresh" title={m.table.result.sentAway} share={again}>
          <p>{m.table.result.sentAwayText(result.players, f.amountIfAny(result.value))}</p>
          <HomeLink />
        </Outcome>
      );
    case 'round': {
      const { round } = result;
      const isIn = me !== null && round.survivors.includes(me);
      return (
        <Outcome
          tone="round"
          icon="refresh"
          title={isIn ? m.table.result.youGoOn : m.table.result.goesOn}
          moves={[...new Set(round.reveals.values())]}
        >
          <p className="muted">{roundVerdict(round, state.rules.format, m, name)}</p>
        </Outcome>
      );
    }
  }
}

interface OutcomeProps {
  tone: 'won' | 'lost' | 'watched' | 'round';
  icon: IconName;
  title: string;
  moves?: Move[];
  /** The way to tell others, once there is something to tell. */
  share?: ReactNode;
  children: ReactNode;
}

function Outcome({ tone, icon, title, moves = [], share, children }: OutcomeProps) {
  return (
    <section className={`card result ${tone}`}>
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        {children}
        {share}
      </div>
      {moves.length > 0 && (
        <div className="result-moves" aria-hidden="true">
          {moves.map((move) => (
            <MoveIcon key={move} move={move} />
          ))}
        </div>
      )}
    </section>
  );
}

function lostTitle({ stake, winner }: Result & { kind: 'lost' }, m: Messages, f: Formats): string {
  if (stake !== null && stake > 0n) return m.table.result.lost(f.amount(stake));
  return winner ? m.table.result.lostSome : m.table.result.out;
}

/** What the winner's last move beat, after that move. */
function winningMoves(state: GameState): Move[] {
  const round = lastRoundOf(state);
  const move = round?.isGameOver && round.survivors[0] && round.reveals.get(round.survivors[0]);
  return round && move ? [move, ...new Set([...round.reveals.values()].filter((other) => beats(move, other)))] : [];
}

function movesOf(fate: Lost | null, format: Format): Move[] {
  if (fate?.kind !== 'beaten') return [];
  // In a knockout it was one of them, and which is not told.
  return format === 'knockout' ? [fate.move] : [...fate.by, fate.move];
}

function whyLost(fate: Lost, format: Format, m: Messages): string {
  if (fate.kind !== 'beaten') return m.table.result[fate.kind];
  if (format === 'knockout') return m.table.result.knockedOut(m.moves[fate.move]);
  const { move, by, points } = fate;
  const winners = m.list(by.map((other) => m.moves[other]));
  if (points) return m.table.result.points(m.moves[move], signed(points[0]), winners, signed(points[1]));
  const winner = by.find((other) => beats(other, move));
  if (winner) return m.sentence(m.victory(m.moves[winner], m.verbs[winner][move] ?? '', m.moves[move]));
  return m.table.result.beaten(m.moves[move], winners);
}

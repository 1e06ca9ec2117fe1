import { useId } from 'react';
import { useName } from '../app/accounts';
import { useTexts } from '../i18n';
import type { History, Reveals, RoundResult } from '../rpsls/history';
import { BEATS, MOVES, victories, winningMove, type Move } from '../rpsls/moves';
import type { GameState } from '../rpsls/state';
import { Card } from '../ui/Card';
import { MoveIcon } from '../ui/MoveIcon';

/** Around the circle each beats the next; the star inside has the other half. */
const CIRCLE: Move[] = ['scissors', 'paper', 'rock', 'lizard', 'spock'];
const CENTRE = 150;
const RADIUS = 112;
const NODE = 32;

interface Point {
  x: number;
  y: number;
}

function place(move: Move): Point {
  const angle = (CIRCLE.indexOf(move) / CIRCLE.length) * 2 * Math.PI - Math.PI / 2;
  return { x: CENTRE + RADIUS * Math.cos(angle), y: CENTRE + RADIUS * Math.sin(angle) };
}

/** The arrow between two moves, from rim to rim. */
function arrow(from: Move, to: Move): { from: Point; to: Point } {
  const [a, b] = [place(from), place(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = (distance: number): Point => ({
    x: a.x + ((b.x - a.x) * distance) / length,
    y: a.y + ((b.y - a.y) * distance) / length,
  });
  return { from: along(NODE + 4), to: along(length - NODE - 9) };
}

/** The five moves with their arrows; those between played moves stand out. */
export function DuelDrawing({ played }: { played: readonly Move[] }) {
  const { m } = useTexts();
  const id = useId();
  const decided = victories(played);
  const winner = winningMove(played);
  const idle = played.length === 0 ? 'plain' : 'dim';
  const isLit = (one: Move, other: Move): boolean => decided.some(([a, b]) => a === one && b === other);
  const count = (move: Move): number => played.filter((other) => other === move).length;
  const marker = (tone: string) => (
    <marker id={`${id}${tone}`} viewBox="0 0 8 8" refX="3" refY="4" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto">
      <path className={`arrow-head ${tone}`} d="M0 0l8 4-8 4z" />
    </marker>
  );
  const label = decided.map(([one, other]) => m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other]));
  return (
    <svg className="duel" viewBox="0 0 300 280" role="img" aria-label={label.join('; ') || m.round.rules}>
      <defs>
        {marker(idle)}
        {marker('lit')}
      </defs>
      {MOVES.flatMap((one) =>
        BEATS[one].map((other) => {
          const { from, to } = arrow(one, other);
          const tone = isLit(one, other) ? 'lit' : idle;
          return (
            <line
              key={`${one}-${other}`}
              className={`arrow ${tone}`}
              x1={from.x}
              y1={from.y}
              x2={to.x}
              y2={to.y}
              markerEnd={`url(#${id}${tone})`}
            />
          );
        }),
      )}
      {CIRCLE.map((move) => {
        const { x, y } = place(move);
        const tone = played.length === 0 || count(move) > 0 ? '' : 'absent';
        return (
          <g key={move} className={`node ${move} ${tone} ${winner === move ? 'winner' : ''}`}>
            <circle cx={x} cy={y} r={NODE} />
            <svg x={x - 16} y={y - 24} width="32" height="32">
              <MoveIcon move={move} />
            </svg>
            <text className="node-name" x={x} y={y + 18}>
              {m.moves[move]}
            </text>
            {count(move) > 1 && (
              <g className="count">
                <circle cx={x + 23} cy={y - 23} r="11" />
                <text x={x + 23} y={y - 19}>
                  {count(move)}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The present round, once somebody has revealed, else the last one. */
export function Duel({ state, history }: { state: GameState; history: History }) {
  const { m } = useTexts();
  const isOpen = state.revealed.size > 0;
  const last = isOpen ? null : history.lastRound;
  const reveals: Reveals = last?.reveals ?? state.revealed;
  const played = [...reveals.values()];
  const subtitle = isOpen ? m.round.revealing : last ? m.round.last : null;
  return (
    <Card
      title={played.length > 0 ? m.round.title : m.round.rules}
      aside={subtitle && <span className="muted">{subtitle}</span>}
      className="duel-card"
    >
      <DuelDrawing played={played} />
      <Victories reveals={reveals} />
      {last && <Verdict result={last} />}
    </Card>
  );
}

function Victories({ reveals }: { reveals: Reveals }) {
  const { m } = useTexts();
  const name = useName();
  const played = [...reveals.values()];
  const who = (move: Move): string =>
    m.list([...reveals].filter(([, other]) => other === move).map(([id]) => name(id)));
  if (played.length === 0) return null;
  return (
    <div className="victories">
      <ul className="played">
        {MOVES.filter((move) => played.includes(move)).map((move) => (
          <li key={move}>
            <MoveIcon move={move} />
            <span>{m.round.playedBy(m.moves[move], who(move))}</span>
          </li>
        ))}
      </ul>
      <ul className="sentences">
        {victories(played).map(([one, other]) => (
          <li key={`${one}-${other}`}>
            {m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other])}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Verdict({ result }: { result: RoundResult }) {
  const { m } = useTexts();
  const name = useName();
  const { survivors, reveals, isGameOver } = result;
  const names = m.list(survivors.map(name));
  const isDraw = survivors.length === reveals.size;
  const isSame = new Set(reveals.values()).size === 1;
  const verdict = (): string => {
    if (isGameOver) return m.round.over(names);
    if (!isDraw) return m.round.decided(names);
    return isSame ? m.round.same : m.round.draw;
  };
  return <p className="verdict">{verdict()}</p>;
}

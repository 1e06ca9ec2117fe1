import { useTexts } from '../../i18n';
import { victories, winningMove, type Move } from '../../rpsls/moves';
import { Arrows } from './Arrows';
import { MoveIcon } from './MoveIcon';
import { CIRCLE, HEIGHT, NODE, place, WIDTH } from './pentagram';

interface DuelDrawingProps {
  played: readonly Move[];
  /** The score of each move, if scores decided the round. */
  scores?: ReadonlyMap<Move, number>;
}

const NO_SCORES: ReadonlyMap<Move, number> = new Map();

/** The five moves with their arrows. The arrows between played moves stand out. */
export function DuelDrawing({ played, scores = NO_SCORES }: DuelDrawingProps) {
  const { m } = useTexts();
  const decided = victories(played);
  const winner = winningMove(played);
  const best = Math.max(...scores.values());
  const idle = played.length === 0 ? 'plain' : 'dim';
  const isLit = (one: Move, other: Move): boolean => decided.some(([a, b]) => a === one && b === other);
  const count = (move: Move): number => played.filter((other) => other === move).length;
  const label = decided.map(([one, other]) => m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other]));
  return (
    <svg
      className={played.length > 0 ? 'duel shown' : 'duel'}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label.join('; ') || m.round.rules}
    >
      <Arrows toneOf={(one, other) => (isLit(one, other) ? 'lit' : idle)} />
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
            <Score score={scores.get(move)} x={x} y={y} isBest={scores.get(move) === best} />
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

function Score({ score, x, y, isBest }: { score: number | undefined; x: number; y: number; isBest: boolean }) {
  if (score === undefined) return null;
  return (
    <g className={`score ${isBest ? 'best' : ''}`}>
      <rect x={x - 40} y={y - 34} width="32" height="20" rx="10" />
      <text x={x - 24} y={y - 20}>
        {signed(score)}
      </text>
    </g>
  );
}

/** A score with its sign. What one move gains, others lose. */
export function signed(score: number): string {
  if (score === 0) return '0';
  return score > 0 ? `+${score}` : `−${-score}`;
}

import { useId } from 'preact/compat';
import { BEATS, MOVES, type Move } from '../../rpsls/moves';
import { arrow } from './pentagram';

/** The style of an arrow: a win, a loss, plain, or dimmed. */
export type Tone = 'lit' | 'threat' | 'plain' | 'dim';

const TONES: readonly Tone[] = ['lit', 'threat', 'plain', 'dim'];

/** The arrow's style for a move: lit towards the moves that it beats, and a threat from those that beat it. */
export function toneFor(move: Move | null, winner: Move, loser: Move): Tone {
  if (move === null) return 'plain';
  if (winner === move) return 'lit';
  return loser === move ? 'threat' : 'dim';
}

/** The ten arrows from each move to those that it beats. */
export function Arrows({ toneOf }: { toneOf: (winner: Move, loser: Move) => Tone }) {
  const id = useId();
  const arrows = MOVES.flatMap((one) => BEATS[one].map((other) => ({ one, other, tone: toneOf(one, other) })));
  const used = TONES.filter((tone) => arrows.some((drawn) => drawn.tone === tone));
  return (
    <>
      <defs>
        {used.map((tone) => (
          <marker
            key={tone}
            id={`${id}${tone}`}
            viewBox="0 0 8 8"
            refX="3"
            refY="4"
            markerWidth="11"
            markerHeight="11"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={`arrow-head ${tone}`} d="M0 0l8 4-8 4z" />
          </marker>
        ))}
      </defs>
      {arrows.map(({ one, other, tone }) => {
        const { from, to } = arrow(one, other);
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
      })}
    </>
  );
}

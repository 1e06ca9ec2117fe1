import { useId } from 'react';
import { BEATS, MOVES, type Move } from '../../rpsls/moves';
import { arrow } from './pentagram';

/** How an arrow stands out: as a win, a loss, no more than others, or less. */
export type Tone = 'lit' | 'threat' | 'plain' | 'dim';

const TONES: readonly Tone[] = ['lit', 'threat', 'plain', 'dim'];

/** What an arrow is to a move: that to what it beats is lit, and what comes from those that beat it a threat. */
export function toneFor(move: Move | null, winner: Move, loser: Move): Tone {
  if (move === null) return 'plain';
  if (winner === move) return 'lit';
  return loser === move ? 'threat' : 'dim';
}

/** The ten arrows of what beats what. */
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

import { BEATS, MOVES, type Move } from '../rpsls/moves';
import { arrow, HEIGHT, WIDTH } from '../table/drawing/pentagram';

/** How long an arrow's head is, and half as wide as it is. */
const [HEAD, HALF] = [9, 4.5];

interface PentagramProps {
  /** The move whose arrows stand out: those to what it beats, and those that come from what beats it. */
  shown: Move | null;
  /** If one move was played against it, only the arrow between the two. */
  against: Move | null;
}

/** Who beats whom, as ten arrows. */
export function Pentagram({ shown, against }: PentagramProps) {
  const toneOf = (from: Move, to: Move): string => {
    if (!shown) return 'plain';
    const isBetween = against === null || (from === shown ? to === against : from === against);
    if (!isBetween) return 'faint';
    if (from === shown) return `strikes ${shown}`;
    if (to !== shown) return 'faint';
    return against ? `strikes ${from}` : 'threatens';
  };
  return (
    <svg className="pentagram" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {MOVES.flatMap((from) =>
        BEATS[from].map((to) => <Arrow key={from + to} from={from} to={to} tone={toneOf(from, to)} />),
      )}
    </svg>
  );
}

function Arrow({ from, to, tone }: { from: Move; to: Move; tone: string }) {
  const ends = arrow(from, to);
  const angle = (Math.atan2(ends.to.y - ends.from.y, ends.to.x - ends.from.x) * 180) / Math.PI;
  return (
    <g className={`beat ${tone}`}>
      <line x1={ends.from.x} y1={ends.from.y} x2={ends.to.x} y2={ends.to.y} />
      <path
        d={`M${-HEAD / 2} ${-HALF}l${HEAD} ${HALF}l${-HEAD} ${HALF}z`}
        transform={`translate(${ends.to.x} ${ends.to.y}) rotate(${angle})`}
      />
    </g>
  );
}

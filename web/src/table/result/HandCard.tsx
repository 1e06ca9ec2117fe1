import type { Held } from '../../rpsls/state';
import { MoveIcon } from '../drawing/MoveIcon';

/** A card that lies face down until its move is revealed. */
export function HandCard({ held }: { held: Held }) {
  return (
    <span className="hand-card" aria-hidden="true">
      <span className="hand-back" />
      <span className="hand-face">{held !== 'none' && held !== 'held' && <MoveIcon move={held} />}</span>
    </span>
  );
}

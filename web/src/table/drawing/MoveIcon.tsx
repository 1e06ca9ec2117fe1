import type { Move } from '../../rpsls/moves';
import { DRAWING_SIZE, MOVE_SHAPES } from './moveShapes';

export function MoveIcon({ move }: { move: Move }) {
  return (
    <svg className={`move-icon ${move}`} viewBox={`0 0 ${DRAWING_SIZE} ${DRAWING_SIZE}`} aria-hidden="true">
      {MOVE_SHAPES[move].map(({ path, isTinted }) => (
        <path key={path} className={isTinted && 'tinted'} d={path} />
      ))}
    </svg>
  );
}

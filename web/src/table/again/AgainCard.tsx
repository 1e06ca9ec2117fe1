import { useId, useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../../i18n';
import { MOVES, type Move } from '../../rpsls/moves';
import { useGuardedPress } from '../../way/guard';
import { MoveIcon } from '../drawing/MoveIcon';

interface AgainCardProps {
  /** The price of a seat, if it has one. */
  bet: string | null;
  /** Who has sat down for it. */
  back?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  onPlay: (move: Move) => void;
  /** What a press costs. */
  children?: ReactNode;
}

/** The next game at the same table. A press on a move takes a seat with it. */
export function AgainCard({ bet, back, isBusy = false, isDisabled = false, onPlay, children }: AgainCardProps) {
  const { m } = useTexts();
  const id = useId();
  const { press, isHeld, early } = useGuardedPress(isBusy);
  const [pressed, setPressed] = useState<Move | null>(null);
  const play = (move: Move): void => {
    setPressed(move);
    onPlay(move);
  };
  return (
    <section className="card again" aria-labelledby={id}>
      <h3 id={id}>{m.table.result.againTitle(bet)}</h3>
      <div className="again-moves">
        {MOVES.map((move) => (
          <button
            key={move}
            type="button"
            className={isBusy && move === pressed ? 'again-move pressed' : 'again-move'}
            aria-label={m.table.result.againWith(m.moves[move])}
            disabled={isDisabled}
            aria-disabled={isHeld}
            onClick={() => press(() => play(move))}
          >
            <MoveIcon move={move} />
            <span aria-hidden="true">{m.moves[move]}</span>
          </button>
        ))}
      </div>
      {early}
      {/* Below the moves, so that they stay where they are when it changes. */}
      {back !== undefined && <p role="status">{back}</p>}
      {children}
    </section>
  );
}

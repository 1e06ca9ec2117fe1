import { wonCells } from './lines';
import type { Cell } from './state';
import { useTicTacToeTexts } from './texts';

const SIZE = 3;

interface BoardProps {
  cells: readonly Cell[];
  /** The cell of a mark that waits for the referee. */
  sent?: number | null;
  isSmall?: boolean;
  onChoose?: ((row: number, column: number) => void) | undefined;
}

/** The board. The host's marks are crosses, and the challenger's are noughts. */
export function Board({ cells, sent = null, isSmall = false, onChoose }: BoardProps) {
  const t = useTicTacToeTexts();
  const names: Record<Cell, string> = { empty: t.empty, host: '×', challenger: '○' };
  const won = wonCells(cells);
  return (
    <div className={`board ${isSmall ? 'small' : ''}`} role="group" aria-label={t.title}>
      {cells.map((cell, index) => {
        const [row, column] = [Math.floor(index / SIZE), index % SIZE];
        const isFree = cell === 'empty' && onChoose !== undefined;
        return (
          <button
            key={index}
            type="button"
            className={`cell ${cell} ${sent === index ? 'sent' : ''} ${won.has(index) ? 'won' : ''}`}
            aria-label={t.cell(row + 1, column + 1, names[cell])}
            disabled={!isFree}
            onClick={() => onChoose?.(row, column)}
          >
            <Mark cell={cell} />
          </button>
        );
      })}
    </div>
  );
}

function Mark({ cell }: { cell: Cell }) {
  if (cell === 'empty') return null;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {cell === 'host' ? <path d="M5 5l14 14M19 5L5 19" /> : <circle cx="12" cy="12" r="7.5" />}
    </svg>
  );
}

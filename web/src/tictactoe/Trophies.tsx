import { Card } from '../ui/Card';
import { useName } from '../way/people';
import { Board } from './Board';
import type { Trophy } from './state';
import { useTicTacToeTexts } from './texts';

/** The boards of the account's finished games. */
export function Trophies({ trophies }: { trophies: Trophy[] }) {
  const t = useTicTacToeTexts();
  const name = useName();
  return (
    <Card title={t.trophies}>
      {trophies.length === 0 && <p className="empty">{t.noTrophies}</p>}
      <ul className="trophies">
        {trophies.map((trophy, index) => (
          <li key={index}>
            <Board cells={trophy.cells} isSmall />
            <div>
              <strong>{(trophy.won ? t.trophyWon : t.trophyDraw)(name(trophy.other))}</strong>
              <p className="hint">{t.turns(trophy.turns)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

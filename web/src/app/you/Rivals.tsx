import { useTexts } from '../../i18n';
import type { PlayedGame } from '../../rpsls/playedGame';
import { tallyOf } from '../../rpsls/tally';
import { Card } from '../../ui/Card';
import { Person } from '../../way/Person';

/** A longer list would not be read. */
const MOST = 8;

/** The opponents whom the player met most often. */
export function Rivals({ games }: { games: readonly PlayedGame[] }) {
  const { m } = useTexts();
  const { rivals } = tallyOf(games);
  if (rivals.length === 0) return null;
  return (
    <Card title={m.record.rivals}>
      <ul className="rivals">
        {rivals.slice(0, MOST).map(({ id, won, games }) => (
          <li key={id}>
            <Person id={id} isOpenable />
            <span className="muted">{m.record.rival(won, games)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

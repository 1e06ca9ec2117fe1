import type { ReactNode } from 'preact/compat';
import { useTexts } from '../../i18n';
import type { PlayedGame } from '../../rpsls/playedGame';
import { tallyOf } from '../../rpsls/tally';
import { MoveIcon } from '../../table/drawing/MoveIcon';
import { Card } from '../../ui/Card';
import { net } from './net';

interface TallyCardProps {
  games: readonly PlayedGame[];
  /** The choice of the player, if there is one. */
  children: ReactNode;
}

/** All games in a few figures. */
export function TallyCard({ games, children }: TallyCardProps) {
  const { m, f } = useTexts();
  const { won, games: all, streak, bestStreak, free, gained, lost, moves } = tallyOf(games);
  const shown = moves.reduce((sum, { count }) => sum + count, 0);
  const [favourite] = moves;
  return (
    <Card title={m.titles.you} level={1} className="tally">
      <p className="hint">{m.record.intro}</p>
      {children}
      <dl className="figures">
        <Figure label={m.record.games} value={m.record.wonOf(won, all)} />
        <Figure label={m.record.streak} value={f.integer(streak)} hint={m.record.best(bestStreak)} />
        {gained + lost > 0n && (
          <Figure
            label={m.record.net}
            value={net(gained - lost, f)}
            hint={m.record.netText(f.roundedDown(gained), f.roundedDown(lost))}
          />
        )}
        {free.games > 0 && <Figure label={m.record.free} value={m.record.wonOf(free.won, free.games)} />}
        {favourite && (
          <Figure
            label={m.record.favourite}
            value={
              <>
                <MoveIcon move={favourite.move} /> {m.moves[favourite.move]}
              </>
            }
            hint={m.record.shown(favourite.count, shown)}
          />
        )}
      </dl>
    </Card>
  );
}

function Figure({ label, value, hint }: { label: string; value: ReactNode; hint?: string }) {
  return (
    <div className="figure">
      <dt className="label">{label}</dt>
      <dd>
        {value}
        {hint && <span className="hint">{hint}</span>}
      </dd>
    </div>
  );
}

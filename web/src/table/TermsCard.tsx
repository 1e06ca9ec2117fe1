import type { ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import type { History } from '../rpsls/history';
import { placesOf } from '../rpsls/rules';
import type { GameState, Stage } from '../rpsls/state';
import { Card } from '../ui/Card';
import { RulesNote } from './RulesNote';

const STAGES: Stage[] = ['preparation', 'inProgress', 'reveal'];

interface TermsCardProps {
  state: GameState;
  history: History;
  /**
   * The time, ms, from which anybody may close the game because its players are silent. Null while
   * they may still act in time.
   */
  closableFrom?: number | null;
  /** What to do about it. */
  children?: ReactNode;
}

/** The stakes, the rules, and the progress of the game. */
export function TermsCard({ state, history, closableFrom = null, children }: TermsCardProps) {
  const { m, f } = useTexts();
  const { stage, config, nextConfig, players, rules } = state;
  const isLobby = stage === 'preparation';
  return (
    <Card title={m.rules.title} className="terms">
      <ol className="stages">
        {STAGES.map((name) => (
          <li key={name} aria-current={name === stage ? 'step' : undefined}>
            {m.table.stages[name]}
          </li>
        ))}
      </ol>
      <dl className="figures">
        <Figure label={m.table.pot} value={f.amount(state.pot)} isMain />
        <Figure label={m.table.bet} value={config.betSize === 0n ? m.table.free : f.amount(config.betSize)} />
        <Figure label={m.table.seats} value={m.table.seatsTaken(players.length, placesOf(rules, config))} />
      </dl>
      <RulesNote rules={rules} seats={isLobby ? config.seats : players.length} />
      <p className="hint">
        {m.paragraph(m.act.times(f.duration(config.moveTimeout), f.duration(config.revealTimeout)), m.act.mayStop)}
      </p>
      {isExtended(state, history) && <p className="hint">{m.table.extended}</p>}
      {closableFrom !== null && !isLobby && <p className="hint">{m.table.closableFrom(f.moment(closableFrom))}</p>}
      {nextConfig && <p className="hint">{m.table.nextConfig(f.amount(nextConfig.betSize), nextConfig.seats)}</p>}
      {children}
    </Card>
  );
}

function Figure({ label, value, isMain = false }: { label: string; value: string; isMain?: boolean }) {
  return (
    <div className={isMain ? 'figure main' : 'figure'}>
      <dt className="label">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Whether the stage was extended because too few acted in time. */
function isExtended({ stageStarted }: GameState, { entries }: History): boolean {
  const last = entries.find(({ what }) => what.kind === 'clock' || what.kind === 'decided');
  return last?.what.kind === 'clock' && last.what.change.kind === 'extended' && last.time >= stageStarted;
}

import type { ReactNode } from 'react';
import type { ChainClock } from '../chain/clock';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { stillIn, type GameState, type Stage } from '../rpsls/state';
import { Countdown } from './Countdown';

const STAGES: Stage[] = ['preparation', 'inProgress', 'reveal'];

interface StageCardProps {
  state: GameState;
  clock: ChainClock;
  actions: ReactNode;
}

/** Where the game stands, and for how long. */
export function StageCard({ state, clock, actions }: StageCardProps) {
  const { m, f } = useTexts();
  const { stage, config, nextConfig, players, deadline, stageStarted } = state;
  const isLobby = stage === 'preparation';
  const waiting = isLobby && players.length < 2;
  return (
    <section className="card stage" aria-labelledby="stage-title">
      <header className="stage-header">
        <p className="stage-number">
          {m.table.game(state.gamesFinished + 1)}
          {!isLobby && <> · {m.table.round(state.round)}</>}
        </p>
        <div className="stage-actions">{actions}</div>
      </header>
      <div className="stage-main">
        <div>
          <h1 id="stage-title" className="stage-title">
            {m.table.stageTitles[stage]}
          </h1>
          <p className="muted">{waiting ? m.table.opensUntilTwo : progress(state, m.table)}</p>
        </div>
        {!waiting && <Countdown clock={clock} span={{ from: stageStarted, to: deadline }} />}
      </div>
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
        <Figure label={m.table.seats} value={m.table.seatsTaken(players.length, config.seats)} />
      </dl>
      {nextConfig && (
        <p className="hint">{m.table.nextConfig(f.amount(nextConfig.betSize), nextConfig.seats)}</p>
      )}
    </section>
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

function progress(state: GameState, { acted, startsAtDeadline }: Messages['table']): string {
  if (state.stage === 'preparation') return startsAtDeadline;
  const playing = stillIn(state);
  const done = playing.filter(({ status }) => status === 'moved' || status === 'revealed');
  return acted(done.length, playing.length);
}

import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import type { History } from '../rpsls/history';
import { stillIn, type GameState, type Stage } from '../rpsls/state';
import { Notice } from '../ui/Notice';
import { Countdown, type Clock } from '../ui/Countdown';
import { RulesNote } from './RulesNote';

const STAGES: Stage[] = ['preparation', 'inProgress', 'reveal'];

interface StageCardProps {
  state: GameState;
  history: History;
  /** Where no time is up, there is none. */
  clock: Clock | null;
  actions?: ReactNode;
}

/** Where the game stands, and for how long. */
export function StageCard({ state, history, clock, actions }: StageCardProps) {
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
        {clock && !waiting && <Countdown clock={clock} span={{ from: stageStarted, to: deadline }} />}
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
      {state.isStopScheduled && (
        <Notice tone="warning">
          <p>{m.table.stopScheduled}</p>
        </Notice>
      )}
      {!isLobby && <RulesNote rules={state.rules} seats={players.length} />}
      {isExtended(state, history) && <p className="hint">{m.table.extended}</p>}
      {nextConfig && <p className="hint">{m.table.nextConfig(f.amount(nextConfig.betSize), nextConfig.seats)}</p>}
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

function progress(state: GameState, { acted, startsAtDeadline, startsWhenFull }: Messages['table']): string {
  if (state.stage === 'preparation') return state.rules.startWhenFull ? startsWhenFull : startsAtDeadline;
  const playing = stillIn(state);
  const done = playing.filter(({ status }) => status === 'moved' || status === 'revealed');
  return acted(done.length, playing.length);
}

/** Whether the stage goes on because too few have acted in time. */
function isExtended({ stageStarted }: GameState, { entries }: History): boolean {
  const last = entries.find(({ what }) => what.kind === 'clock' || what.kind === 'decided');
  return last?.what.kind === 'clock' && last.what.change.kind === 'extended' && last.time >= stageStarted;
}

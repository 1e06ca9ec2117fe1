import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { fullBracket, hasFullBracket, placesOf } from '../rpsls/rules';
import { stillIn, type GameState } from '../rpsls/state';
import { Countdown, type Clock } from '../ui/Countdown';

interface StageBarProps {
  state: GameState;
  /** Where no time is up, there is none. */
  clock: Clock | null;
  actions?: ReactNode;
}

/** Where the game stands, and for how long: in sight wherever one has scrolled to. */
export function StageBar({ state, clock, actions }: StageBarProps) {
  const { m } = useTexts();
  const { stage, players, deadline, stageStarted } = state;
  const isLobby = stage === 'preparation';
  const waiting = isLobby && players.length < 2;
  return (
    <section className="stage" aria-labelledby="stage-title">
      <div className="stage-main">
        <h1 id="stage-title" className="stage-title">
          {m.table.stageTitles[stage]}
        </h1>
        <p className="stage-text">
          <span className="stage-number">
            {m.table.game(state.gamesFinished + 1)}
            {!isLobby && <> · {m.table.round(state.round)}</>}
          </span>{' '}
          <span className="stage-progress">{waiting ? m.table.opensUntilTwo : progress(state, m.table)}</span>
        </p>
      </div>
      {clock && !waiting && <Countdown clock={clock} span={{ from: stageStarted, to: deadline }} />}
      {actions}
    </section>
  );
}

function progress(state: GameState, words: Messages['table']): string {
  const { stage, players, rules } = state;
  if (stage === 'preparation') {
    const places = placesOf(rules, state.config);
    if (hasFullBracket(rules) && places > 2)
      return words.bracketSoFar(players.length, places, Math.min(places, fullBracket(players.length)));
    return rules.startWhenFull ? words.startsWhenFull : words.startsAtDeadline;
  }
  const playing = stillIn(state);
  const done = playing.filter(({ status }) => status === 'moved' || status === 'revealed');
  return words.acted(done.length, playing.length);
}

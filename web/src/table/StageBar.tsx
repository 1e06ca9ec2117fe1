import type { ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { fullBracket, hasFullBracket, placesOf } from '../rpsls/rules';
import { stillIn, type GameState } from '../rpsls/state';
import { Countdown, type Clock } from '../ui/Countdown';
import { Live } from '../ui/Live';
import type { Moment } from './result/useMoment';

interface StageBarProps {
  state: GameState;
  /** The moment on screen, which the bar describes. */
  moment: Moment;
  /** Null where no time runs out. */
  clock: Clock | null;
  /** Whether all goes on by itself, so that the time left is of no use. */
  isCalm?: boolean;
  actions?: ReactNode;
}

/** The stage of the game and its time left. It stays in sight wherever the page is scrolled to. */
export function StageBar({ state, moment: { scene, isOver }, clock, isCalm = false, actions }: StageBarProps) {
  const { m } = useTexts();
  const { stage, players, deadline, stageStarted, gamesFinished } = state;
  const isLobby = stage === 'preparation';
  const isWaiting = isLobby && players.length < 2;
  const isPast = scene !== null || isOver;
  const title = (): string => {
    if (scene) return m.table.stageTitles.reveal;
    if (isOver) return m.table.gameOver(gamesFinished);
    return m.table.stageTitles[stage === 'reveal' && state.revealed.size === 0 ? 'locked' : stage];
  };
  const [game, round] = scene ? [scene.round.game, scene.round.number] : [gamesFinished, isLobby ? null : state.round];
  return (
    <section className="stage" aria-labelledby="stage-title">
      <div className="stage-main">
        <h1 id="stage-title" className="stage-title">
          <Live>{title()}</Live>
        </h1>
        {!isOver && (
          <p className="stage-text">
            <span className="stage-number">
              {m.table.game(game + 1)}
              {round !== null && <> · {m.table.round(round)}</>}
            </span>{' '}
            {!isPast && (
              <span className="stage-progress">
                <Live>{isWaiting ? m.table.opensUntilTwo : progress(state, m.table)}</Live>
              </span>
            )}
          </p>
        )}
      </div>
      {clock && !isWaiting && !isPast && !isCalm && (
        <Countdown clock={clock} span={{ from: stageStarted, to: deadline }} />
      )}
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

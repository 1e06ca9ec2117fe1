import { useLayoutEffect, useRef, type ReactNode } from 'preact/compat';
import { useTexts } from '../../i18n';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { againOf, type Result } from '../../rpsls/result';
import { useNews, type Tune } from '../../program/attention';
import { Guarded } from '../../program/guard';
import type { Messages } from '../../i18n/messages';
import type { ActorId } from '../../chain/hex';
import type { History } from '../../rpsls/history';
import { heldBy, statusOf, stillIn, type GameState } from '../../rpsls/state';
import { usePeople } from '../../visitor/people';
import { Hands, type Hand } from './Hands';
import { NextSteps } from './NextSteps';
import { ResultCard } from './ResultCard';
import { RoundScene } from './RoundScene';
import type { Moment } from './useMoment';

interface MomentPanelProps {
  moment: Moment;
  /** The table's address, for those who are told the result. */
  url: string;
  state: GameState;
  history: History;
  /** Whether the last game's pot is paid. */
  isPaid: boolean;
  /** Whether somebody has to move the game on, and must find the button. */
  isDue?: boolean;
  /** The next game, one press away, if the person can sit down. */
  again: ReactNode;
  /** What the person can do now. */
  children: ReactNode;
}

/**
 * The present moment: how a round comes out while it does, then the result of the game, and
 * otherwise what there is to do.
 */
export function MomentPanel({ moment, url, state, history, isPaid, isDue = false, again, children }: MomentPanelProps) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const { scene, skip, result, isOver, goOn } = moment;
  const { gamesFinished, stage } = state;
  const isShown = isOver || (!scene && result !== null && stage !== 'preparation');
  const status = statusOf(state, me);
  const game = `${me}/${gamesFinished}`;
  const turn = status === 'toMove' ? `${game}/${state.round}/${status}` : '';
  const shown = scene ? `scene/${game}/${scene.round.number}` : isShown ? `${game}/${result?.kind}/${turn}` : turn;
  useNews(...newsOf(!scene && (isOver || result?.kind === 'sentAway') ? result : null, m));
  const back = scene ? [] : againOf(state, history, me);
  useNews(back.length > 0 ? m.table.result.rematch(m.list(back.map(nameOf))) : null, 'turn');
  const kept = useKeptFocus(shown);
  useInSight(kept.ref, shown);
  const card = (next?: ReactNode) =>
    result && <ResultCard result={result} state={state} history={history} isPaid={isPaid} next={next} />;
  return (
    <>
      <section className="moment" {...kept}>
        <Guarded content={shown}>
          <div className="outcome" role="status">
            {scene ? (
              <RoundScene
                key={`${scene.round.game}/${scene.round.number}`}
                scene={scene}
                history={history}
                format={scene.before.state.rules.format}
                onSkip={skip}
              />
            ) : (
              isShown && card()
            )}
          </div>
          {isOver && (
            <NextSteps
              url={url}
              state={state}
              met={(history.game?.players ?? []).filter((id) => id !== me)}
              isWatched={result?.kind === 'watched'}
              again={again}
              onGoOn={goOn}
            />
          )}
        </Guarded>
        {!scene && (!isOver || isDue) && (
          <>
            {stage !== 'preparation' && status !== 'toMove' && <Hands hands={handsOf(state, me)} />}
            {children}
          </>
        )}
      </section>
      {!scene && !isShown && card()}
    </>
  );
}

/** The news for somebody who looks elsewhere, and its sound. */
function newsOf(result: Result | null, m: Messages): [news: string | null, tune: Tune] {
  switch (result?.kind) {
    case 'won':
      return [m.table.youWon(null), 'won'];
    case 'lost':
      return [m.table.result.lostSome, 'lost'];
    case 'sentAway':
      return [m.table.result.sentAway, 'turn'];
    default:
      return [null, 'turn'];
  }
}

/** Whoever looks is on the left, as in the scene that follows. */
function handsOf(state: GameState, me: ActorId | null): Hand[] {
  const hands = stillIn(state).map((player) => ({ id: player.id, held: heldBy(state, player) }));
  return hands.sort((one, other) => Number(other.id === me) - Number(one.id === me));
}

/** Scrolls a part that has just appeared into view, within the same frame. */
function useInSight(ref: { current: HTMLElement | null }, shown: string): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    const part = ref.current;
    if (shown === '' || !part) return;
    const { top, bottom } = part.getBoundingClientRect();
    const above = parseFloat(getComputedStyle(part).scrollMarginTop);
    if (top < above || bottom > innerHeight) part.scrollIntoView({ block: 'start' });
  }, [ref, shown]);
}

import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n';
import { useKeptFocus } from '../../lib/useKeptFocus';
import type { History } from '../../rpsls/history';
import { againOf, resultOf, type Result } from '../../rpsls/result';
import { lastRoundOf } from '../../rpsls/round';
import type { TakenSeat } from '../../rpsls/seats';
import { useNews, type Tune } from '../../program/attention';
import type { Messages } from '../../i18n/messages';
import { heldBy, statusOf, stillIn, type GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';
import { usePeople } from '../../visitor/people';
import { Hands, type Hand } from './Hands';
import { ResultCard } from './ResultCard';
import { RoundScene } from './RoundScene';
import { useScene } from './useScene';

interface MomentProps {
  /** Where the table is, for those who are told how it came out. */
  url: string;
  state: GameState;
  history: History;
  /** Whether the last game's pot is paid. */
  isPaid: boolean;
  /** What is remembered of the seat of the one who looks. */
  taken?: TakenSeat | null;
  /** Whether it takes somebody to move the game on, who must find the way to. */
  isDue?: boolean;
  clock: Clock;
  /** What the person can do now. */
  children: ReactNode;
}

/**
 * What one looks at: how a round comes out while it does, then what became of the game,
 * and else what there is to do.
 */
export function Moment({ url, state, history, isPaid, taken = null, isDue = false, clock, children }: MomentProps) {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const result = resultOf(state, history, me, taken);
  const [scene, endScene] = useScene(lastRoundOf(state), clock);
  const { gamesFinished, stage } = state;
  const [first] = useState(gamesFinished);
  const [passed, setPassed] = useState<string | null>(null);
  const game = `${me}/${gamesFinished}`;
  // Whoever comes by later comes to play, not for what became of others.
  const isNews = result?.kind !== 'watched' || gamesFinished > first;
  const isOver = result !== null && stage === 'preparation' && isNews && passed !== game;
  const isShown = isOver || (result !== null && stage !== 'preparation');
  const status = statusOf(state, me);
  const turn = status === 'toMove' ? `${game}/${state.round}/${status}` : '';
  const shown = scene ? `scene/${game}/${scene.number}` : isShown ? `${game}/${result.kind}/${turn}` : turn;
  useNews(...newsOf(isOver || result?.kind === 'sentAway' ? result : null, m));
  const back = againOf(state, history, me);
  useNews(back.length > 0 ? m.table.result.rematch(m.list(back.map(nameOf))) : null, 'turn');
  const kept = useKeptFocus(shown);
  useInSight(kept.ref, shown);
  const card = (again?: ReactNode) => (
    <ResultCard url={url} state={state} history={history} isPaid={isPaid} taken={taken} again={again} />
  );
  return (
    <>
      <section className="moment" {...kept}>
        <div className="outcome" role="status">
          {scene ? (
            <RoundScene key={scene.number} round={scene} format={state.rules.format} onEnd={endScene} />
          ) : (
            isShown &&
            card(
              isOver && (
                <button type="button" className="button primary" onClick={() => setPassed(game)}>
                  {result.kind === 'watched' ? m.table.result.next : m.table.result.again}
                </button>
              ),
            )
          )}
        </div>
        {!scene && (!isOver || isDue) && (
          <>
            {stage !== 'preparation' && status !== 'toMove' && <Hands hands={handsOf(state)} />}
            {children}
          </>
        )}
      </section>
      {!scene && !isShown && card()}
    </>
  );
}

/** What somebody who looks elsewhere is told of, and how it sounds. */
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

function handsOf(state: GameState): Hand[] {
  return stillIn(state).map((player) => ({ id: player.id, held: heldBy(state, player) }));
}

/** Brings what has just come to light onto the screen, in the frame in which it does. */
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

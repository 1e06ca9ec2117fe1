import { useLayoutEffect, useRef, type ReactNode } from 'preact/compat';
import { useTexts } from '../../i18n';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { againOf, type Result } from '../../rpsls/result';
import { useNews, type Tune } from '../../way/attention';
import { Guarded } from '../../way/guard';
import type { Messages } from '../../i18n/messages';
import type { ActorId } from '../../lib/hex';
import type { History } from '../../rpsls/history';
import { heldBy, statusOf, stillIn, type GameState } from '../../rpsls/state';
import { usePeople } from '../../way/people';
import { Hands, type Hand } from './Hands';
import { NextSteps } from './NextSteps';
import { ResultCard } from './ResultCard';
import { RoundScene } from './RoundScene';
import { Showdown } from './Showdown';
import { scoreOf, showdownOf } from './showdown';
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
  /** Whether messages cost fees. */
  hasFees?: boolean;
  /** By how much the last game changed the account's money, if that is known. */
  net?: bigint | null;
  /** How many steps are done until no move can change. */
  locks: number;
  /** The next game, one press away, if the person can sit down. */
  again: ReactNode;
  /** What the person can do now. */
  children: ReactNode;
}

/**
 * The present moment: what there is to do, how a round comes out while it does, then the result of the game. The cards
 * of the viewer's pair lie above it all the time.
 */
export function MomentPanel(props: MomentPanelProps) {
  const {
    moment,
    url,
    state,
    history,
    isPaid,
    isDue = false,
    hasFees = true,
    net = null,
    locks,
    again,
    children,
  } = props;
  const { m, f } = useTexts();
  const { me, nameOf } = usePeople();
  const { scene, skip, result, isOver, goOn } = moment;
  const { gamesFinished, stage } = state;
  const isShown = isOver || (!scene && result !== null && stage !== 'preparation');
  const status = statusOf(state, me);
  const met = showdownOf({ state, history, me, scene, result: isShown ? result : null });
  // The cards of the next round are news enough.
  const isCovered = met !== null && result?.kind === 'round';
  const game = `${me}/${gamesFinished}`;
  const isLocked = met !== null && stage === 'reveal' && !isShown;
  const turn = status === 'toMove' || isLocked ? `${game}/${state.round}/${isLocked ? stage : status}` : '';
  const shown = scene
    ? `scene/${game}/${scene.round.number}`
    : isShown && !isCovered
      ? `${game}/${result?.kind}/${turn}`
      : turn;
  const isMine = status !== 'notRegistered' || stage === 'preparation';
  useNews(...newsOf(!scene && (isOver || result?.kind === 'sentAway') ? result : null, m));
  const back = scene ? [] : againOf(state, history, me);
  useNews(back.length > 0 ? m.table.result.rematch(m.list(back.map(nameOf))) : null, 'turn');
  const kept = useKeptFocus(shown);
  useInSight(kept.ref, shown);
  const card = (next?: ReactNode) =>
    result && (
      <ResultCard
        result={result}
        state={state}
        history={history}
        isPaid={isPaid}
        hasFees={hasFees}
        net={net}
        next={next}
      />
    );
  const stake = (isShown && result && 'stake' in result ? result.stake : null) ?? state.config.betSize;
  const isOthers = status === 'out' || met === null;
  return (
    <>
      <section className={`moment ${(isMine && me !== null) || met ? 'tall' : ''}`} {...kept}>
        <div className={met ? `box ${scene ? 'scene' : ''}` : 'unboxed'}>
          {met && (
            <Showdown
              key={met.key}
              met={met}
              bet={f.amountIfAny(stake)}
              score={scoreOf(met, scene?.before.history ?? history)}
              locks={locks}
            />
          )}
          <div className="outcome" role="status">
            <Guarded content={shown}>
              {scene ? (
                <RoundScene
                  key={`${scene.round.game}/${scene.round.number}`}
                  scene={scene}
                  history={history}
                  format={scene.before.state.rules.format}
                  onSkip={skip}
                />
              ) : (
                isShown && !isCovered && card()
              )}
            </Guarded>
          </div>
          {!scene && (!isOver || isDue) && (
            <>
              {stage !== 'preparation' && status !== 'toMove' && isOthers && <Hands hands={handsOf(state, me)} />}
              {children}
            </>
          )}
        </div>
        {isOver && (
          <Guarded content={shown}>
            <NextSteps
              url={url}
              state={state}
              met={(history.game?.players ?? []).filter((id) => id !== me)}
              isWatched={result?.kind === 'watched'}
              again={again}
              onGoOn={goOn}
            />
          </Guarded>
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

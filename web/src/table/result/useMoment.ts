import { useState } from 'preact/compat';
import type { History } from '../../rpsls/history';
import { resultOf, type Result } from '../../rpsls/result';
import type { TakenSeat } from '../../rpsls/seats';
import { statusOf, type GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';
import { usePeople } from '../../way/people';
import type { Known, Scene } from './scenes';
import { useScenes } from './useScenes';

/** The present moment: how a round comes out, then the result of the game, and otherwise what there is to do. */
export interface Moment {
  scene: Scene | null;
  /** Skips all scenes. */
  skip: () => void;
  /** The result of the last round or game, if there is something to say. */
  result: Result | null;
  /** Whether the page shows the end of a game. */
  isOver: boolean;
  /** Leaves the end of a game. */
  goOn: () => void;
  /** What the rest of the page may tell about the table. */
  shown: Known;
}

interface MomentOf {
  state: GameState;
  history: History;
  /** What the browser remembers of the viewer's seat. */
  taken?: TakenSeat | null;
  clock: Clock;
}

export function useMoment({ state, history, taken = null, clock }: MomentOf): Moment {
  const { me } = usePeople();
  const [scene, skip] = useScenes(state, history, me, clock);
  const last = resultOf(state, history, me, taken);
  const { gamesFinished, stage } = state;
  const [first] = useState(gamesFinished);
  const [passed, setPassed] = useState<string | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const game = `${me}/${gamesFinished}`;
  // A visitor who comes later wants to play, and not to see what became of others.
  const isNews = last?.kind !== 'watched' || gamesFinished > first;
  // Who has sat down since looks ahead, also after leaving again.
  const isSeated = stage === 'preparation' && statusOf(state, me) !== 'notRegistered';
  if (isSeated && left !== game) setLeft(game);
  const result = stage === 'preparation' && left === game ? null : last;
  const isOver = !scene && result !== null && stage === 'preparation' && isNews && passed !== game;
  return { scene, skip, result, isOver, goOn: () => setPassed(game), shown: scene?.before ?? { state, history } };
}

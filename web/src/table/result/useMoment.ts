import { useState } from 'react';
import type { History } from '../../rpsls/history';
import { resultOf, type Result } from '../../rpsls/result';
import type { TakenSeat } from '../../rpsls/seats';
import type { GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';
import { usePeople } from '../../visitor/people';
import type { Known, Scene } from './scenes';
import { useScenes } from './useScenes';

/** What one looks at: a round as it comes out, then what became of the game, and else what there is to do. */
export interface Moment {
  scene: Scene | null;
  /** Goes past all scenes. */
  skip: () => void;
  /** What came of the last round or game, if there is something to say. */
  result: Result | null;
  /** Whether the game is over, and that is what is shown. */
  isOver: boolean;
  /** Goes on from a game that is over. */
  goOn: () => void;
  /** What may be told of the table around it. */
  shown: Known;
}

interface MomentOf {
  state: GameState;
  history: History;
  /** What is remembered of the seat of the one who looks. */
  taken?: TakenSeat | null;
  clock: Clock;
}

export function useMoment({ state, history, taken = null, clock }: MomentOf): Moment {
  const { me } = usePeople();
  const [scene, skip] = useScenes(state, history, me, clock);
  const result = resultOf(state, history, me, taken);
  const { gamesFinished, stage } = state;
  const [first] = useState(gamesFinished);
  const [passed, setPassed] = useState<string | null>(null);
  const game = `${me}/${gamesFinished}`;
  // Whoever comes by later comes to play, not for what became of others.
  const isNews = result?.kind !== 'watched' || gamesFinished > first;
  const isOver = !scene && result !== null && stage === 'preparation' && isNews && passed !== game;
  return { scene, skip, result, isOver, goOn: () => setPassed(game), shown: scene?.before ?? { state, history } };
}

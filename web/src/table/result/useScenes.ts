import { useEffect, useState } from 'preact/compat';
import { matches } from '../../lib/browser';
import { suspense } from '../../lib/suspense';
import { usePreference } from '../../lib/preferences';
import type { ActorId } from '../../lib/hex';
import type { History } from '../../rpsls/history';
import type { RoundResult } from '../../rpsls/round';
import type { GameState } from '../../rpsls/state';
import type { Clock } from '../../ui/Countdown';
import { scenesFrom, withNews, type Scene } from './scenes';

/** How long a round is animated, ms: the result is there before the next block. */
const LENGTH = 2_000;
/** A round that was decided longer ago, in ms of the chain's time, is no news. */
const FRESH = 20_000;
const STILL = '(prefers-reduced-motion: reduce)';

/** The round that is animated, if any, and a function that skips all animations. */
export function useScenes(
  state: GameState,
  history: History,
  me: ActorId | null,
  clock: Clock,
): [Scene | null, () => void] {
  const [still = false] = usePreference('still');
  const [scenes, setScenes] = useState(() => scenesFrom({ state, history }));
  if (scenes.known.state !== state || scenes.known.history !== history) {
    const isMoving = !still && !matches(STILL);
    const isWanted = ({ time }: RoundResult): boolean => isMoving && clock() - time < FRESH;
    setScenes(withNews(scenes, { state, history }, me, isWanted));
  }
  const scene = scenes.queue[0] ?? null;
  useEffect(() => {
    if (!scene) return;
    suspense.set(true);
    const timer = setTimeout(() => setScenes((all) => ({ ...all, queue: all.queue.slice(1) })), LENGTH);
    return () => {
      clearTimeout(timer);
      suspense.set(false);
    };
  }, [scene]);
  const skip = (): void => setScenes((all) => ({ ...all, queue: [] }));
  return [scene, skip];
}

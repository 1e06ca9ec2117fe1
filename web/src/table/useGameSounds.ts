import { useEffect, useEffectEvent, useRef } from 'react';
import type { ActorId } from '../chain/hex';
import type { GameState } from '../rpsls/state';
import { sound } from '../settings/sound';
import type { Scene } from './result/scenes';

/** When the moves meet in a scene, ms after it begins. */
const STRIKE = 1_100;

/** Lets a player hear that their move is in, and each round as it is shown. */
export function useGameSounds(state: GameState, me: ActorId | null, scene: Scene | null): void {
  const commitment = (me && state.commitments.get(me)) ?? null;
  useNewly(commitment, me, () => sound('commit'));
  useEffect(() => {
    if (!scene) return;
    const timer = setTimeout(() => sound('strike'), STRIKE);
    return () => clearTimeout(timer);
  }, [scene]);
}

/** Does something whenever a value is another than before, but not where that is because somebody else looks. */
function useNewly(value: string | null, of: string | null, act: () => void): void {
  const before = useRef({ value, of });
  const change = useEffectEvent(() => {
    const { value: last, of: whose } = before.current;
    before.current = { value, of };
    if (value !== null && value !== last && of === whose) act();
  });
  useEffect(() => change(), [value, of]);
}

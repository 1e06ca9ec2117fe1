import { useEffect, useEffectEvent, useRef } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import type { GameState } from '../rpsls/state';
import { sound } from '../lib/sound';
import type { Scene } from './result/scenes';

/** When the moves meet in a scene, ms after its beginning. */
const STRIKE = 800;

/** Plays a sound when a player's move is in, and one for each round that is shown. */
export function useGameSounds(state: GameState, me: ActorId | null, scene: Scene | null): void {
  const commitment = (me && state.commitments.get(me)) ?? null;
  useNewly(commitment, me, () => sound('commit'));
  useEffect(() => {
    if (!scene) return;
    const timer = setTimeout(() => sound('strike'), STRIKE);
    return () => clearTimeout(timer);
  }, [scene]);
}

/** Does something whenever a value changes, unless it changed because the viewer did. */
function useNewly(value: string | null, of: string | null, act: () => void): void {
  const before = useRef({ value, of });
  const change = useEffectEvent(() => {
    const { value: last, of: whose } = before.current;
    before.current = { value, of };
    if (value !== null && value !== last && of === whose) act();
  });
  useEffect(() => change(), [value, of]);
}

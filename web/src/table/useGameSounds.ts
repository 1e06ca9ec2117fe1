import { useEffect, useEffectEvent, useRef } from 'react';
import type { ActorId } from '../chain/hex';
import type { GameState } from '../rpsls/state';
import { sound } from '../settings/sound';

/** When the moves of a round meet on the screen, after it is told, ms. */
const STRIKE = 1_100;

/** Lets whoever plays hear that the own move is in, and that a round is decided. */
export function useGameSounds(state: GameState | null, me: ActorId | null): void {
  const round = state?.lastRound ? `${state.lastRound.game}/${state.lastRound.number}` : null;
  const commitment = (me && state?.commitments.get(me)) ?? null;
  useNewly(commitment, me, () => {
    sound('commit');
    return undefined;
  });
  useNewly(round, null, () => {
    const timer = setTimeout(() => sound('strike'), STRIKE);
    return () => clearTimeout(timer);
  });
}

/** Does something whenever a value is another than before, but not where that is because somebody else looks. */
function useNewly(value: string | null, of: string | null, act: () => undefined | (() => void)): void {
  const before = useRef({ value, of });
  const change = useEffectEvent(() => {
    const { value: last, of: whose } = before.current;
    before.current = { value, of };
    return value !== null && value !== last && of === whose ? act() : undefined;
  });
  useEffect(() => change(), [value, of]);
}

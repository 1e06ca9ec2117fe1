import { useCallback, useEffect, useState } from 'react';
import { usePreference } from '../../settings/preferences';
import type { RoundResult } from '../../rpsls/round';
import type { Clock } from '../../ui/Countdown';

/** How long a round is shown in motion, ms. */
const LENGTH = 2_800;
/** A round that was decided longer ago, in ms of the chain, is no news. */
const FRESH = 20_000;
const STILL = '(prefers-reduced-motion: reduce)';

/** The round that was decided just now, for as long as it is shown in motion, and the way past it. */
export function useScene(round: RoundResult | null, clock: Clock): [scene: RoundResult | null, end: () => void] {
  const [still = false] = usePreference('still');
  const key = round && `${round.game}/${round.number}`;
  const time = round?.time ?? 0;
  const [seen, setSeen] = useState(key);
  const isNews = key !== null && key !== seen && !still && !matchMedia(STILL).matches;
  const isOn = isNews && clock() - time < FRESH;
  const end = useCallback(() => setSeen(key), [key]);
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(end, LENGTH);
    return () => clearTimeout(timer);
  }, [isOn, end]);
  return [isOn ? round : null, end];
}

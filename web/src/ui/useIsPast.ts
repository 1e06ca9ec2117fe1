import { useEffect, useState } from 'preact/compat';
import type { Clock } from './Countdown';

/** How often the clock is read, ms. */
const TICK = 1_000;

/** Whether a moment has passed. It changes with the next tick. */
export function useIsPast(clock: Clock, moment: number): boolean {
  const [isPast, setIsPast] = useState(() => clock() > moment);
  useEffect(() => {
    const look = (): void => setIsPast(clock() > moment);
    const timer = setInterval(look, TICK);
    return () => clearInterval(timer);
  }, [clock, moment]);
  return isPast;
}

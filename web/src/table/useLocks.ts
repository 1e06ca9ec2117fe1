import { useEffect, useState } from 'preact/compat';
import { FINAL_STEPS, isUnfinal, stepsSince } from '../rpsls/showing';
import type { GameState } from '../rpsls/state';
import type { Clock } from '../ui/Countdown';
import { useChain } from '../way/chain';

/** How often the clock is read, ms. */
const TICK = 500;

/**
 * How far the moves of a round are from being final, in steps: each block is one, and the last is taken once the block
 * in which all had chosen is final.
 */
export function useLocks({ stage, stageStarted, deadline, revealed }: GameState, clock: Clock): number {
  const { connection } = useChain();
  const [locks, setLocks] = useState(0);
  const isShown = revealed.size > 0;
  useEffect(() => {
    if (stage !== 'reveal' || isShown) {
      setLocks(isShown ? FINAL_STEPS : 0);
      return;
    }
    const look = (): void => {
      const { best, final } = connection.grown.get();
      const now = clock();
      const lag = (best ?? 0) - (final ?? best ?? 0);
      const steps = stepsSince(stageStarted, now);
      const isFinal = steps > 0 && !isUnfinal({ now, from: stageStarted, to: deadline, lag });
      setLocks(isFinal ? FINAL_STEPS : Math.min(FINAL_STEPS - 1, steps));
    };
    look();
    const timer = setInterval(look, TICK);
    return () => clearInterval(timer);
  }, [connection, clock, stage, stageStarted, deadline, isShown]);
  return locks;
}

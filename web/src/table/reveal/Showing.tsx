import { useEffect, useState } from 'preact/compat';
import { useTexts } from '../../i18n';
import type { ShownStep } from '../../i18n/messages';
import { FINAL_STEPS, stepsSince } from '../../rpsls/showing';
import type { Clock } from '../../ui/Countdown';

/** How often the clock is read, ms. */
const TICK = 500;

interface ShowingProps {
  step: ShownStep | null;
  clock: Clock;
  /** When all had moved, by the same clock, ms. */
  since: number;
}

/** The progress of a reveal: one light for each block. */
export function Showing({ step, clock, since }: ShowingProps) {
  const { m } = useTexts();
  const lit = useBlocks(clock, since);
  return (
    <p className="showing">
      <span className="lights" aria-hidden="true">
        {Array.from({ length: FINAL_STEPS }, (_, index) => (
          <span key={index} className={index < lit ? 'light lit' : 'light'} />
        ))}
      </span>
      {m.act.steps[step ?? 'settling']}…
    </p>
  );
}

/** How many blocks fit into the time since then, up to the number of lights. */
function useBlocks(clock: Clock, since: number): number {
  const [blocks, setBlocks] = useState(0);
  useEffect(() => {
    const look = (): void => setBlocks(stepsSince(since, clock()));
    look();
    const timer = setInterval(look, TICK);
    return () => clearInterval(timer);
  }, [clock, since]);
  return blocks;
}

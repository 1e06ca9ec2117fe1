import { useEffect, useState } from 'preact/compat';
import { BLOCK_TIME } from '../../chain/clock';
import type { Step } from '../../chain/submit';
import { useTexts } from '../../i18n';
import type { Clock } from '../../ui/Countdown';

/** How many blocks after the last move it is final in most cases. */
const LIGHTS = 3;
/** How often the clock is read, ms. */
const TICK = 500;

interface ShowingProps {
  step: Step | null;
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
        {Array.from({ length: LIGHTS }, (_, index) => (
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
    const look = (): void => setBlocks(Math.min(LIGHTS, Math.max(0, Math.floor((clock() - since) / BLOCK_TIME))));
    look();
    const timer = setInterval(look, TICK);
    return () => clearInterval(timer);
  }, [clock, since]);
  return blocks;
}

import { useEffect, useState } from 'react';
import { useTexts } from '../i18n';
import type { ChainClock } from '../chain/clock';

/** How often the shown time is looked at again; it changes once a second. */
const TICK = 200;

interface Span {
  from: number;
  to: number;
}

/** The chain's time, ticking. */
function useChainTime(clock: ChainClock): number {
  const [now, setNow] = useState(() => clock.now(performance.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now(performance.now())), TICK);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

export function Countdown({ clock, span }: { clock: ChainClock; span: Span }) {
  const { m, f } = useTexts();
  const now = useChainTime(clock);
  const left = span.to - now;
  const part = Math.min(1, Math.max(0, left / (span.to - span.from)));
  return (
    <div className={`countdown ${part < 0.2 ? 'short' : ''}`}>
      <span className="label">{m.table.timeLeft}</span>
      <strong className="countdown-time" role="timer">
        {left > 0 ? f.countdown(left) : m.table.timeUp}
      </strong>
      <span className="countdown-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </div>
  );
}

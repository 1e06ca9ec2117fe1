import { useEffect, useState } from 'react';
import { useTexts } from '../i18n';

/** How often the shown time is looked at again; it changes once a second. */
const TICK = 200;

interface Span {
  from: number;
  to: number;
}

/** The time of the chain, ms. */
export type Clock = () => number;

function useTime(clock: Clock): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), TICK);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

export function Countdown({ clock, span }: { clock: Clock; span: Span }) {
  const { m, f } = useTexts();
  const now = useTime(clock);
  const left = span.to - now;
  const part = Math.min(1, Math.max(0, left / (span.to - span.from)));
  return (
    <div className={`countdown ${part < 0.2 ? 'short' : ''}`}>
      <span className="label">{m.table.timeLeft}</span>
      <strong className="countdown-time" role="timer">
        {left > 0 ? f.countdown(left) : m.table.timeUp}
      </strong>
      <time className="countdown-end" dateTime={new Date(span.to).toISOString()}>
        {m.table.until(f.moment(span.to))}
      </time>
      <span className="countdown-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </div>
  );
}

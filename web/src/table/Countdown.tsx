import { useEffect, useState } from 'react';
import { useChain } from '../app/chain';
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
  const { link } = useChain();
  const isDeaf = link.status !== 'online';
  const [now, setNow] = useState(() => clock.now(performance.now(), isDeaf));
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now(performance.now(), isDeaf)), TICK);
    return () => clearInterval(timer);
  }, [clock, isDeaf]);
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
      <time className="countdown-end" dateTime={new Date(span.to).toISOString()}>
        {m.table.until(f.moment(span.to))}
      </time>
      <span className="countdown-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </div>
  );
}

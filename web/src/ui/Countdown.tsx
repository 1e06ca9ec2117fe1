import { useEffect, useState } from 'preact/compat';
import { useTexts } from '../i18n';

const [SECOND, HOUR] = [1_000, 3_600_000];

interface Span {
  from: number;
  to: number;
}

/** The time of the chain, ms. NaN while it is not known. */
export type Clock = () => number;

/** The time as of the moment when the number of seconds left last changed. */
function useTime(clock: Clock, to: number): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const now = clock();
      setNow(now);
      const left = to - now;
      timer = setTimeout(look, Number.isNaN(left) ? SECOND : left - (Math.ceil(left / SECOND) - 1) * SECOND);
    };
    timer = setTimeout(look);
    return () => clearTimeout(timer);
  }, [clock, to]);
  return now;
}

export function Countdown({ clock, span }: { clock: Clock; span: Span }) {
  const { m, f } = useTexts();
  const now = useTime(clock, span.to);
  const left = span.to - now;
  const isKnown = !Number.isNaN(left);
  const part = isKnown ? Math.min(1, Math.max(0, left / (span.to - span.from))) : 0;
  return (
    <div className={`countdown ${isKnown && part < 0.2 ? 'short' : ''}`}>
      <span className="label">{m.table.timeLeft}</span>
      <strong className="countdown-time" role="timer" translate={false}>
        {isKnown ? (left > 0 ? f.countdown(left) : m.table.timeUp) : '…'}
      </strong>
      {/* Beside some minutes, a time of day would be read as more of them. */}
      {left >= HOUR && (
        <time className="countdown-end" translate={false} dateTime={new Date(span.to).toISOString()}>
          {m.table.until(f.end(span.to, left))}
        </time>
      )}
      <span className="countdown-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${part})` }} />
      </span>
    </div>
  );
}

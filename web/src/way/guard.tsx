import { createContext, useContext, useEffect, useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';

/** How long it takes to see that a button has become another one, ms. */
const MOMENT = 600;

const GuardContext = createContext(false);

/**
 * Makes the buttons inside ignore presses for a moment after the content changed, so that nobody
 * presses a button that has only just come under the finger.
 *
 * @param content changes with what is shown
 */
export function Guarded({ content, children }: { content: string; children: ReactNode }) {
  const [seen, setSeen] = useState(content);
  useEffect(() => {
    if (content === seen) return;
    const timer = setTimeout(() => setSeen(content), MOMENT);
    return () => clearTimeout(timer);
  }, [content, seen]);
  return <GuardContext value={content !== seen}>{children}</GuardContext>;
}

interface GuardedPress {
  press: (act: () => void) => void;
  /** Whether presses are ignored at the moment. */
  isHeld: boolean;
  /** Why the last press did nothing, if it did nothing. */
  early: ReactNode;
}

/** Ignores presses for a moment after a change, and while something is being sent. */
export function useGuardedPress(isBusy: boolean): GuardedPress {
  const { m } = useTexts();
  const isGuarded = useContext(GuardContext);
  const [isEarly, setIsEarly] = useState(false);
  const isHeld = isGuarded || isBusy;
  const press = (act: () => void): void => {
    setIsEarly(isGuarded);
    if (!isHeld) act();
  };
  const early = isEarly && (
    <span className="hint" role="status">
      {m.act.changed}
    </span>
  );
  return { press, isHeld, early };
}

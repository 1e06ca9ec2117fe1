import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useTexts } from '../i18n';

/** As long as it takes to see that a button has become another one, ms. */
const MOMENT = 600;

const GuardContext = createContext(false);

/**
 * Has the buttons inside that send something wait for a moment after what is shown has
 * changed: nobody presses one that has only just come under the finger.
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
  /** Whether a press does nothing at the moment. */
  isHeld: boolean;
  /** Why a press has done nothing, if one has. */
  early: ReactNode;
}

/** Holds presses back for a moment after a change, and while something is being sent. */
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

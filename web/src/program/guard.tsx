import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

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

export function useIsGuarded(): boolean {
  return useContext(GuardContext);
}

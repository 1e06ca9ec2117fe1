import { useEffect, useRef, type RefObject } from 'react';

interface KeptFocus {
  ref: RefObject<HTMLElement | null>;
  tabIndex: -1;
}

/**
 * Keeps the focus where it was when what had it goes away: a keyboard would start
 * at the page's top again, and a screen reader say nothing.
 *
 * @param content changes with what the element shows
 */
export function useKeptFocus(content: string): KeptFocus {
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = (): void => {
      const { activeElement } = document;
      // Nothing has the focus once what had it is gone.
      if (activeElement !== document.body) hadFocus.current = ref.current?.contains(activeElement) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [content]);
  return { ref, tabIndex: -1 };
}

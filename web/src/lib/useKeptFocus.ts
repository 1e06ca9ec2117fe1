import { useEffect, useRef, type RefObject } from 'preact/compat';

interface KeptFocus {
  ref: RefObject<HTMLElement | null>;
  tabIndex: -1;
}

/**
 * Keeps the focus in place when the element that had it goes away. Otherwise a keyboard would start
 * at the page's top again, and a screen reader would say nothing.
 *
 * @param content changes with what the element shows
 */
export function useKeptFocus(content: string): KeptFocus {
  const ref = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = (): void => {
      const { activeElement } = document;
      // When the focused element is gone, the body counts as active.
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

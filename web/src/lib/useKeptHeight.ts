import { useEffect, useRef, type RefObject } from 'preact/compat';
import { onResize } from './browser';

/**
 * Keeps an element as high as it has been, so that what stands below stays where it is.
 *
 * @param of changes when it may become lower. Null if it may at any time
 */
export function useKeptHeight(of: string | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (of === null || !element) return;
    const stop = onResize(element, () => {
      element.style.minHeight = `${element.offsetHeight}px`;
    });
    return () => {
      stop();
      element.style.minHeight = '';
    };
  }, [of]);
  return ref;
}

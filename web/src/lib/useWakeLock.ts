import { useEffect } from 'preact/compat';
import { aside } from './aside';
import { wakeLock } from './browser';

/** Keeps the screen on while it is needed, where the browser can. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    const found = wakeLock();
    if (!isNeeded || !('value' in found)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      // A hidden page gets no lock, and loses the one it has.
      if (document.hidden) return;
      lock = await found.value.request('screen');
      if (isOver) await lock.release();
    };
    const askAgain = (): void => aside(ask(), 'The screen may go dark');
    askAgain();
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      if (lock) aside(lock.release(), 'The screen stays on');
    };
  }, [isNeeded]);
}

import { useEffect } from 'preact/compat';

/** Keeps the screen on while it is needed, where the browser can. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    // Some browsers lack it, whatever the types say.
    const { wakeLock } = navigator as Partial<Navigator>;
    if (!isNeeded || !wakeLock) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async (): Promise<void> => {
      // A hidden page gets no lock, and loses the one it has.
      if (document.hidden) return;
      lock = await wakeLock.request('screen');
      if (isOver) await lock.release();
    };
    const askAgain = (): void => {
      ask().catch((error: unknown) => console.info('The screen may go dark:', error));
    };
    askAgain();
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, [isNeeded]);
}

import { useEffect, useRef } from 'react';
import type { Secret } from '../rpsls/secrets';

/**
 * Reveals when it is time, once for each commitment. Of several tabs with the
 * same account one does it.
 */
export function useRevealForMe(isOn: boolean, opening: Secret | null, reveal: (opening: Secret) => Promise<boolean>): void {
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (!isOn || !opening) return;
    const name = `rpsls/reveal/${opening.program}/${opening.account}/${opening.game}/${opening.round}`;
    if (tried.current === name) return;
    tried.current = name;
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await reveal(opening);
    });
  }, [isOn, opening, reveal]);
}

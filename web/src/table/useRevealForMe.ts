import { useEffect, useRef } from 'react';
import type { Secret } from '../rpsls/secrets';

type Reveal = (opening: Secret) => Promise<boolean>;

/**
 * Reveals when it is time, once for each commitment. Of several tabs with the
 * same account one does it.
 */
export function useRevealForMe(isOn: boolean, opening: Secret | null, reveal: Reveal): void {
  const tried = useRef<{ name: string; reveal: Reveal } | null>(null);
  useEffect(() => {
    if (!isOn || !opening) return;
    const name = `rpsls/reveal/${opening.program}/${opening.account}/${opening.game}/${opening.round}`;
    // Over a new connection it is tried anew.
    if (tried.current?.name === name && tried.current.reveal === reveal) return;
    tried.current = { name, reveal };
    // Only pages from https or this machine have locks.
    if (!window.isSecureContext) void reveal(opening);
    else {
      void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await reveal(opening);
      });
    }
  }, [isOn, opening, reveal]);
}

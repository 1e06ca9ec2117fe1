import { useMemo, useSyncExternalStore } from 'preact/compat';
import type { Hex } from '../lib/hex';
import { openingAmong, type Opening, type Seat, type Secret } from '../rpsls/secrets';
import { kept } from './secrets';

export function useAllSecrets(): Secret[] {
  return useSyncExternalStore(kept.subscribe, kept.get);
}

/** What this browser knows of a commitment's opening. */
export function useOpening(seat: Seat | null, commitment: Hex | undefined): Opening {
  const all = useAllSecrets();
  return useMemo(() => openingAmong(all, seat, commitment), [all, seat, commitment]);
}

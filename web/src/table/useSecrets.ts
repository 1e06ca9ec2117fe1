import { useMemo, useSyncExternalStore } from 'react';
import type { Hex } from '../chain/hex';
import { openingAmong, type Seat, type Secret } from '../rpsls/secrets';
import { kept } from './secrets';

export function useAllSecrets(): Secret[] {
  return useSyncExternalStore(kept.subscribe, kept.get);
}

/** The opening of a commitment, if this browser has it. */
export function useOpening(seat: Seat | null, commitment: Hex | undefined): Secret | null {
  const all = useAllSecrets();
  return useMemo(() => (seat && commitment ? openingAmong(all, seat, commitment) : null), [all, seat, commitment]);
}

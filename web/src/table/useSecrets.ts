import { useMemo, useSyncExternalStore } from 'react';
import type { Hex } from '../chain/hex';
import type { Seat, Secret } from '../rpsls/secrets';
import { secrets, secretsVersion } from './secrets';

/** The opening of a commitment, if this browser has it. */
export function useOpening(seat: Seat | null, commitment: Hex | undefined): Secret | null {
  const version = useSyncExternalStore(secretsVersion.subscribe, secretsVersion.get);
  return useMemo(
    () => (seat && commitment ? secrets.opening(seat, commitment) : null),
    // The version stands for what is in the storage.
    [seat, commitment, version],
  );
}

export function useAllSecrets(): Secret[] {
  const version = useSyncExternalStore(secretsVersion.subscribe, secretsVersion.get);
  return useMemo(() => secrets.all(), [version]);
}

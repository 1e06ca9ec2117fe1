import { useEffect, useEffectEvent } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { statusOf, type GameState } from '../rpsls/state';
import { useToast } from '../ui/toasts';
import { isGuest, useAccounts } from '../way/accounts';
import { claimOf, takeNextGuest } from '../way/guests';

/** Whether another browser took a seat with a key of a shared link. */
export function isElsewhere(state: GameState, account: ActorId, claim: ActorId | null): boolean {
  return claim !== null && statusOf(state, account) !== 'notRegistered' && state.delegates.get(account) !== claim;
}

/**
 * Makes each browser that came by the same guests' link play with a key of its own. Who sits down
 * first keeps the key.
 */
export function useSharedGuest(program: ActorId, state: GameState): void {
  const { account, select } = useAccounts();
  const { m } = useTexts();
  const toast = useToast();
  const id = account && isGuest(account) ? account.id : null;
  const isLost = (guest: ActorId): boolean => isElsewhere(state, guest, claimOf(program, guest));
  const hasLost = id !== null && isLost(id);
  const moveOn = useEffectEvent(async () => {
    const next = await takeNextGuest(program, isLost);
    select(next);
    if (!next) toast(m.sponsor.allTaken);
  });
  useEffect(() => {
    if (hasLost) moveOn().catch((error: unknown) => console.warn('There is no other key:', error));
  }, [hasLost, id]);
}

import { useEffect, useEffectEvent } from 'react';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { statusOf, type GameState } from '../rpsls/state';
import { useToast } from '../ui/toasts';
import { isGuest, useAccounts } from '../visitor/accounts';
import { claimOf, takeNextGuest } from '../visitor/guests';

/** Whether a seat that was taken with a key of a shared link was taken in another browser. */
export function isElsewhere(state: GameState, account: ActorId, claim: ActorId | null): boolean {
  return claim !== null && statusOf(state, account) !== 'notRegistered' && state.delegates.get(account) !== claim;
}

/** Has each browser that came by the same guests' link play with a key of its own: whoever sits down first has it. */
export function useSharedGuest(program: ActorId, state: GameState): void {
  const { account, select } = useAccounts();
  const { m } = useTexts();
  const toast = useToast();
  const id = account && isGuest(account) ? account.id : null;
  const hasLost = id !== null && isElsewhere(state, id, claimOf(program, id));
  const moveOn = useEffectEvent(async (former: ActorId) => {
    const next = await takeNextGuest(
      program,
      former,
      state.players.map((player) => player.id),
    );
    select(next);
    if (!next) toast(m.sponsor.allTaken);
  });
  useEffect(() => {
    if (hasLost) moveOn(id).catch((error: unknown) => console.warn('There is no other key:', error));
  }, [hasLost, id]);
}

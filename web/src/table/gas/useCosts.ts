import { useCallback } from 'preact/compat';
import type { ActorId } from '../../lib/hex';
import { canSponsor } from '../../chain/voucher';
import { roundsAt, type Costs, type Endowment, type Terms } from '../../rpsls/costs';
import { useChain } from '../../way/chain';
import { useAsked, type Asking } from '../../way/useAsked';
import { costsOf, endowmentOf } from '../../way/costs';

/** The same program, where the chain can do several calls at once. */
function useSponsorable(program: ActorId | null): ActorId | null {
  const { link } = useChain();
  return link.status === 'online' && canSponsor(link.api) ? program : null;
}

/** What the chosen account's messages to a table cost. Null until the chain has told, and without a table. */
export function useCosts(program: ActorId | null): Costs | null {
  return useAsked(useSponsorable(program), costsOf, 'What a game costs');
}

/** What a guest's voucher for a game takes of the chosen account. Null until the chain has told. */
export function useEndowment(program: ActorId, terms: Terms): Endowment | null {
  const { entryTimeout, moveTimeout, revealTimeout } = terms.config;
  const rounds = roundsAt(terms);
  const ask: Asking<ActorId, Endowment> = useCallback(
    (online, account, program) =>
      endowmentOf(online, account, program, { entryTimeout, moveTimeout, revealTimeout }, rounds),
    [entryTimeout, moveTimeout, revealTimeout, rounds],
  );
  return useAsked(useSponsorable(program), ask, 'What a voucher costs');
}

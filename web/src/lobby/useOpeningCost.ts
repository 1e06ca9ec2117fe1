import type { ActorId } from '../lib/hex';
import { openingCost, type OpeningCost } from '../club/open';
import { useAsked, type Asking } from '../way/useAsked';

const ask: Asking<ActorId, OpeningCost> = (online, account, club) => openingCost(online, club, account);

/** What the chosen account pays to open a table through a club. Asks the chain until it answers. */
export function useOpeningCost(club: ActorId | null): OpeningCost | null {
  return useAsked(club, ask, 'The price of a table');
}

import type { ActorId } from '../../lib/hex';
import { useTexts } from '../../i18n';
import type { Entrant } from '../../rpsls/knockout';
import { usePeople } from '../../way/people';

/** If more players than this may come, their number is shown instead. */
const MOST_NAMED = 2;

/** How to call a player who is known, or who is one of several. */
export function useEntrantName(): (entrant: Entrant) => string {
  const { m } = useTexts();
  const { me, nameOf } = usePeople();
  const name = (id: ActorId): string => (id === me ? m.self : nameOf(id));
  return ({ id, among }) => {
    if (id) return name(id);
    if (among.length === 0) return m.bracket.unseen;
    return among.length > MOST_NAMED ? m.bracket.oneOf(among.length) : m.bracket.either(among.map(name));
  };
}

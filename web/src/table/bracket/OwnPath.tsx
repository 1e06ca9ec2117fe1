import { useTexts } from '../../i18n';
import type { ActorId } from '../../lib/hex';
import type { Bracket, Entrant } from '../../rpsls/knockout';
import { useEntrantName } from './names';

/** The viewer's opponents from round to round: past, present and possible ones. */
export function OwnPath({ bracket, me }: { bracket: Bracket; me: ActorId }) {
  const { m } = useTexts();
  const nameOf = useEntrantName();
  const { rounds, current } = bracket;
  const isMine = ({ id, among }: Entrant): boolean => id === me || among.includes(me);
  const steps = rounds.flatMap((matches, index) => {
    const match = matches.find(({ entrants }) => entrants.some(isMine));
    return match ? [{ number: index + 1, match }] : [];
  });
  return (
    <ol className="own-path">
      {steps.map(({ number, match: { entrants, isTossed } }) => {
        const mine = entrants.find(isMine);
        const other = entrants.find((entrant) => !isMine(entrant));
        return (
          <li key={number} aria-current={number === current ? 'step' : undefined}>
            <span className="own-round">{number === rounds.length ? m.bracket.final : m.table.round(number)}</span>{' '}
            {mine && sentence(mine, other)}
            {isTossed && <> {m.bracket.tossed}</>}
          </li>
        );
      })}
    </ol>
  );

  function sentence(mine: Entrant, other: Entrant | undefined): string {
    const who = other ? nameOf(other) : null;
    if (mine.id === null) return m.bracket.mayMeet(who);
    if (mine.goesOn === null) return m.bracket.meet(who);
    return mine.goesOn ? m.bracket.beat(who) : m.bracket.lostTo(who, other?.goesOn ?? false);
  }
}

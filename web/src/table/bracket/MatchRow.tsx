import { useTexts } from '../../i18n';
import type { ActorId } from '../../lib/hex';
import type { Entrant, Match } from '../../rpsls/knockout';
import { Icon } from '../../ui/Icon';
import { usePeople } from '../../way/people';
import { MoveIcon } from '../drawing/MoveIcon';
import { useEntrantName } from './names';

interface MatchRowProps {
  match: Match;
  /** The winner of the game. */
  winner: ActorId | null;
}

/** Two players who meet, what they hold, and which of them goes on. */
export function MatchRow({ match, winner }: MatchRowProps) {
  const { m } = useTexts();
  const { me } = usePeople();
  const { entrants, isTossed } = match;
  const has = (id: ActorId | null): boolean => id !== null && entrants.some((entrant) => entrant.id === id);
  return (
    <li className={`match ${has(winner) ? 'path' : ''} ${has(me) ? 'mine' : ''}`}>
      <div className="match-box">
        {entrants.map((entrant, index) => (
          <EntrantRow key={entrant.id ?? index} entrant={entrant} />
        ))}
        {entrants.length === 0 && <p className="entrant unknown">{m.bracket.nobody}</p>}
        {entrants.length === 1 && <p className="match-note">{m.bracket.bye}</p>}
        {isTossed && <p className="match-note">{m.bracket.tossed}</p>}
      </div>
    </li>
  );
}

function EntrantRow({ entrant }: { entrant: Entrant }) {
  const { m } = useTexts();
  const nameOf = useEntrantName();
  const { id, held, goesOn } = entrant;
  const shown = held === 'none' || held === 'held' ? null : held;
  const outcome = goesOn === null ? '' : goesOn ? 'on' : 'gone';
  const told = [
    held && (shown ? m.moves[shown] : m.table.status[held === 'none' ? 'toMove' : 'moved']),
    outcome && m.bracket.outcomes[outcome],
  ].filter(Boolean);
  return (
    <p className={`entrant ${id ? outcome : 'unknown'}`}>
      <span className="entrant-name" title={id ?? undefined}>
        {nameOf(entrant)}
      </span>
      {shown && <MoveIcon move={shown} />}
      {held === 'held' && <span className="entrant-held" aria-hidden="true" />}
      {goesOn && <Icon name="check" />}
      {told.length > 0 && <span className="hidden">: {m.list(told as string[])}</span>}
    </p>
  );
}

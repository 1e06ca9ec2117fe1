import { useEffect, useMemo, useRef, useState } from 'preact/compat';
import { useTexts } from '../../i18n';
import { onResize } from '../../lib/browser';
import type { History } from '../../rpsls/history';
import { bracketOf, type Bracket } from '../../rpsls/knockout';
import type { GameState } from '../../rpsls/state';
import { Card } from '../../ui/Card';
import { usePeople } from '../../way/people';
import { MatchRow } from './MatchRow';
import { OwnPath } from './OwnPath';

/** Brackets of more rounds are lists: drawn as a tree they would be higher than any screen. */
const MOST_DRAWN = 4;
/** A round with more matches than this scrolls. */
const MOST_IN_SIGHT = 6;

/** The bracket of a knockout: the viewer's own part, and each round beside it. */
export function BracketCard({ state, history }: { state: GameState; history: History }) {
  const { m } = useTexts();
  const bracket = useMemo(() => bracketOf(state, history), [state, history]);
  if (!bracket) return null;
  const { rounds, current, winner } = bracket;
  return (
    <Card
      title={m.bracket.title}
      className="bracket-card"
      aside={<span className="muted">{winner ? m.bracket.over : m.bracket.roundOf(current, rounds.length)}</span>}
    >
      <Parts bracket={bracket} />
    </Card>
  );
}

/** The parts side by side. A swipe or a button brings the next one. */
function Parts({ bracket }: { bracket: Bracket }) {
  const { m } = useTexts();
  const { me } = usePeople();
  const { rounds, current, winner } = bracket;
  const strip = useRef<HTMLDivElement>(null);
  const isIn = rounds[0]?.some(({ entrants }) => entrants.some(({ id }) => id !== null && id === me)) ?? false;
  const show = (part: number, isAsked: boolean): void => {
    const shown = strip.current?.children[part];
    if (!strip.current || !(shown instanceof HTMLElement)) return;
    strip.current.scrollTo({ left: shown.offsetLeft - strip.current.offsetLeft });
    if (isAsked) shown.focus({ preventScroll: true });
  };
  const first = isIn ? 0 : current - 1;
  const names = rounds.map((_, index) => (index + 1 === rounds.length ? m.bracket.final : m.table.round(index + 1)));
  const parts = isIn ? [m.bracket.yours, ...names] : names;
  // Buttons that would scroll nothing are left out.
  const [isCut, setIsCut] = useState(false);
  const count = parts.length;
  useEffect(() => {
    const shown = strip.current;
    if (!shown) return;
    return onResize(shown, () => setIsCut(shown.scrollWidth > shown.clientWidth + 1));
  }, [count]);
  // Another account has other parts.
  useEffect(() => show(first, false), [first, isIn]);
  return (
    <>
      {isCut && parts.length > 1 && (
        <ul className="bracket-parts">
          {parts.map((name, part) => (
            <li key={name}>
              <button type="button" className="button quiet small" onClick={() => show(part, true)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={`bracket ${rounds.length <= MOST_DRAWN ? 'tree' : ''}`} ref={strip}>
        {isIn && me && (
          <section className="bracket-part own" aria-label={m.bracket.yours} tabIndex={-1}>
            <h3>{m.bracket.yours}</h3>
            <OwnPath bracket={bracket} me={me} />
          </section>
        )}
        {rounds.map((matches, index) => (
          <section
            key={names[index]}
            className={`bracket-part ${index + 1 === current && !winner ? 'current' : ''}`}
            aria-label={names[index]}
            // People without a pointer scroll with the keyboard.
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={matches.length > MOST_IN_SIGHT ? 0 : -1}
          >
            <h3>{names[index]}</h3>
            <ol>
              {matches.map((match) => (
                <MatchRow key={match.remainder} match={match} winner={winner} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}

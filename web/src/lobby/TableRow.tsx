import { useId } from 'preact/compat';
import { freeSeats, hasSeat, isCounting, isForStrangers, termsOf, type Seen } from '../club/seen';
import { harmless } from '../club/title';
import { useClubTexts, type ClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { toldOf } from '../rpsls/config';
import { placesOf } from '../rpsls/rules';
import { shortId, useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { useName } from '../way/people';
import { hrefOf } from '../way/route';

/** The table's name, safe to show whatever its title contains. */
export function titleOf({ listed }: Seen, t: ClubTexts): string {
  return harmless(listed.title.trim()) || t.untitled;
}

interface TableRowProps {
  seen: Seen;
  /** The chain's time, ms. */
  now: number;
  /** Whether tables of several clubs are shown. */
  isOfMany: boolean;
}

/** A table on a club's list: its stakes, its players, its progress, and a link to it. */
export function TableRow({ seen, now, isOfMany }: TableRowProps) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const { connection } = useChain();
  const { account } = useAccounts();
  const id = useId();
  const { listed, state, isKnown } = seen;
  const { config, rules } = termsOf(seen);
  const title = titleOf(seen, t);
  const isOwn = hasSeat(seen, account?.id ?? null);
  const isOpen = freeSeats(seen) !== null;
  const what = isOwn ? t.ownSeat : isOpen ? t.enter : t.watch;
  const places = placesOf(rules, config);
  return (
    <li className="listed" aria-labelledby={id}>
      <span className="listed-bet">{config.betSize === 0n ? t.free : f.amount(config.betSize)}</span>
      <div className="listed-what">
        <h3 id={id} className="listed-title">
          <bdi>{title}</bdi>
        </h3>
        <p className="hint">
          <span>
            {config.seats === 2
              ? t.duel
              : rules.format === 'knockout'
                ? t.knockout(places)
                : m.rules.formats[rules.format].name}
          </span>
          {!isKnown && <span className="tag warning">{t.unknownCode}</span>}
          {!isForStrangers(seen) && <span className="tag warning">{t.unfair}</span>}
          {isOfMany && <span className="mono">{t.club(shortId(seen.club))}</span>}
          <Presence seen={seen} />
        </p>
      </div>
      <span className="listed-seats">{state ? m.table.seatsTaken(state.players.length, places) : places}</span>
      <TimeLeft seen={seen} now={now} />
      <a
        className={`button ${isOpen || isOwn ? 'primary' : 'quiet'}`}
        href={hrefOf({ name: 'table', program: listed.table }, connection.url)}
        aria-label={t.at(what, title)}
      >
        {what}
      </a>
    </li>
  );
}

/** The players who are there, or the result of the last game. */
function Presence({ seen: { state, isUnreadable, waited } }: { seen: Seen }) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const name = useName();
  if (!state) return <span>{isUnreadable ? t.unreadable : t.unread}</span>;
  const { players, lastGame, gamesFinished } = state;
  const [first] = players;
  const told = toldOf(waited);
  if (first && told) return <bdi>{m.act.waited(name(first.id), f.duration(told))}</bdi>;
  if (players.length > 0) return <bdi>{t.there(m.list(players.map(({ id }) => name(id))), players.length)}</bdi>;
  if (!lastGame) return <span>{t.empty}</span>;
  const { winner, pot, rounds } = lastGame;
  return (
    <span>
      {m.paragraph(
        m.sentence(`${m.table.lastGame}: ${m.table.lastGameText(name(winner), f.amountIfAny(pot), rounds)}`),
        m.sentence(t.games(gamesFinished)),
      )}
    </span>
  );
}

/** How long the player can still sit down, once that time runs, or how far the game has come. */
function TimeLeft({ seen, now }: { seen: Seen; now: number }) {
  const { m, f } = useTexts();
  const t = useClubTexts();
  const { state } = seen;
  if (!state) return <span className="listed-time" />;
  const left = state.deadline - now;
  const text = (): string => {
    if (!isCounting(seen)) return '';
    if (state.stage === 'preparation') return left > 0 ? f.countdown(left) : t.startsSoon;
    return `${m.table.round(state.round)} · ${left > 0 ? f.countdown(left) : t.over}`;
  };
  return <span className="listed-time">{text()}</span>;
}

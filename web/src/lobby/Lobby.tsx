import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import { isToWatch, type Seen } from '../club/seen';
import { harmless } from '../club/title';
import { isKnownClub, LobbySession, type LobbyView } from '../club/session';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { useResource } from '../lib/useResource';
import { useChainTime } from '../way/useChainTime';
import { nameTable } from '../lib/preferences';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import type { Clock } from '../ui/Countdown';
import { useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { useIntroduction } from '../way/identities';
import { hrefOf } from '../way/route';
import { StrangerCard } from './StrangerCard';
import { TableRow } from './TableRow';
import { Loading } from '../ui/Loading';

/** How many tables are shown at first, and how many more with each press. */
const PAGE = 20;

/**
 * The tables that clubs list, and the ways to a seat.
 *
 * @param awaited is shown until the session is there
 */
export function Lobby({ clubs, awaited }: { clubs: readonly ActorId[]; awaited: ReactNode }) {
  const { connection } = useChain();
  const ids = clubs.join(',');
  const session = useResource(
    useCallback(() => new LobbySession(connection, ids.split(',') as ActorId[]), [connection, ids]),
  );
  return session ? <LobbyOf session={session} /> : awaited;
}

function LobbyOf({ session }: { session: LobbySession }) {
  const view = useSyncExternalStore(session.view.subscribe, session.view.get);
  useEffect(() => {
    for (const { listed } of view.tables) nameTable(listed.table, harmless(listed.title.trim()));
  }, [view.tables]);
  const isThere = view.clubs.some(({ status }) => status === 'ready' || status === 'loading');
  return (
    <>
      <Troubles view={view} />
      {isThere && (
        <>
          <StrangerCard session={session} view={view} />
          <Tables session={session} view={view} />
        </>
      )}
    </>
  );
}

/** What is wrong with the clubs, or with reaching them. */
function Troubles({ view }: { view: LobbyView }) {
  const { f } = useTexts();
  const t = useClubTexts();
  const { clubs, failure, isPartial } = view;
  const absent = clubs.filter(({ status }) => status === 'absent');
  const other = clubs.filter(({ status }) => status === 'other');
  const unknown = clubs.filter((club) => club.overview && !isKnownClub(club));
  return (
    <>
      {[
        { found: absent, title: t.absentTitle, text: t.absentText },
        { found: other, title: t.otherTitle, text: t.otherText },
        { found: unknown, title: t.unknownCodeTitle, text: t.unknownCodeText },
      ].map(({ found, title, text }) =>
        found.map(({ program }) => (
          <Notice key={`${title}/${program}`} tone="error" title={title}>
            <p>{text}</p>
            <p className="mono breakable">{program}</p>
          </Notice>
        )),
      )}
      {failure && (
        <Notice tone="warning" title={t.failedTitle}>
          <p>{f.failure(failure)}</p>
        </Notice>
      )}
      {isPartial && (
        <Notice tone="warning">
          <p>{t.partial}</p>
        </Notice>
      )}
    </>
  );
}

function Tables({ session, view }: { session: LobbySession; view: LobbyView }) {
  const t = useClubTexts();
  const { connection } = useChain();
  const { account } = useAccounts();
  const now = useSeconds(useChainTime(session.clock));
  const { clubs, tables, failure } = view;
  const isListed = clubs.some(({ overview }) => overview !== null);
  // A player finds their own seat first, whatever goes on there.
  const running = tables.filter((seen) => isToWatch(seen, account?.id ?? null));
  const open = tables.filter((seen) => !running.includes(seen));
  const isOfMany = clubs.length > 1;
  return (
    <>
      <section className="lobby-tables" aria-labelledby="lobby-title">
        <header className="lobby-header">
          <h2 id="lobby-title">{t.title}</h2>
          {isListed && (
            <span className="hint" role="status">
              {t.count(open.length)}
            </span>
          )}
          {clubs.map(({ program, status }) =>
            status === 'ready' ? (
              <a key={program} className="button quiet" href={hrefOf({ name: 'open', club: program }, connection.url)}>
                {isOfMany ? t.at(t.open, t.club(program.slice(0, 8))) : t.open}
                <Icon name="arrow" />
              </a>
            ) : null,
          )}
        </header>
        {!isListed && !failure && <Loading>{t.refresh}</Loading>}
        {isListed && open.length === 0 && <p className="empty">{tables.length === 0 ? t.none : t.noneOpen}</p>}
        <Rows tables={open} now={now} isOfMany={isOfMany} />
      </section>
      {running.length > 0 && (
        <section className="lobby-tables" aria-labelledby="lobby-running">
          <h2 id="lobby-running">{t.running}</h2>
          <Rows tables={running} now={now} isOfMany={isOfMany} />
        </section>
      )}
    </>
  );
}

/** Tables, a page at a time. */
function Rows({ tables, now, isOfMany }: { tables: readonly Seen[]; now: number; isOfMany: boolean }) {
  const t = useClubTexts();
  const [most, setMost] = useState(PAGE);
  const shown = tables.slice(0, most);
  useIntroduction(shown.flatMap(({ state }) => [...(state?.players ?? []).map(({ id }) => id), ...winnerOf(state)]));
  return (
    <>
      <ul className="rows">
        {shown.map((seen) => (
          <TableRow key={seen.listed.table} seen={seen} now={now} isOfMany={isOfMany} />
        ))}
      </ul>
      {tables.length > most && (
        <button type="button" className="button quiet" onClick={() => setMost(most + PAGE)}>
          {t.more}
        </button>
      )}
    </>
  );
}

function winnerOf(state: Seen['state']): ActorId[] {
  return state?.lastGame ? [state.lastGame.winner] : [];
}

/** The time, updated once a second for all tables together. */
function useSeconds(clock: Clock): number {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 1_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

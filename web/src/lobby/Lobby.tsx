import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ActorId } from '../chain/hex';
import { passes } from '../house/seen';
import { harmless } from '../house/title';
import { isKnownHouse, LobbySession, type LobbyView } from '../house/session';
import { useHouseTexts } from '../house/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { useResource } from '../lib/useResource';
import { useChainTime } from '../program/useChainTime';
import { nameTable } from '../settings/preferences';
import { useSymbol } from '../settings/symbol';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import { Toggle } from '../ui/Toggle';
import { useChain } from '../visitor/chain';
import { useIntroduction } from '../visitor/identities';
import { hrefOf } from '../visitor/route';
import { PlayNowCard } from './PlayNowCard';
import { TableCard } from './TableCard';

/** How many tables are shown at first, and with each press more. */
const PAGE = 100;

/** What houses list, and the ways to a seat. */
export function Lobby({ houses }: { houses: readonly ActorId[] }) {
  const { connection } = useChain();
  const ids = houses.join(',');
  const session = useResource(
    useCallback(() => new LobbySession(connection, ids.split(',') as ActorId[]), [connection, ids]),
  );
  return session && <LobbyOf session={session} />;
}

function LobbyOf({ session }: { session: LobbySession }) {
  const view = useSyncExternalStore(session.view.subscribe, session.view.get);
  useEffect(() => {
    for (const { listed } of view.tables) nameTable(listed.table, harmless(listed.title.trim()));
  }, [view.tables]);
  const isThere = view.houses.some(({ status }) => status === 'ready' || status === 'loading');
  return (
    <>
      <Troubles view={view} />
      {isThere && (
        <div className="lobby">
          <PlayNowCard session={session} view={view} />
          <Tables session={session} view={view} />
        </div>
      )}
    </>
  );
}

/** What is wrong with the houses, or the way to them. */
function Troubles({ view }: { view: LobbyView }) {
  const { f } = useTexts();
  const t = useHouseTexts();
  const { houses, failure, isPartial } = view;
  const absent = houses.filter(({ status }) => status === 'absent');
  const other = houses.filter(({ status }) => status === 'other');
  const unknown = houses.filter((house) => house.overview && !isKnownHouse(house));
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
  const { m } = useTexts();
  const t = useHouseTexts();
  const { connection } = useChain();
  const clock = useChainTime(session.clock);
  const symbol = useSymbol();
  const [isJoinable, setIsJoinable] = useState(false);
  const [bet, setBet] = useState('');
  const [most, setMost] = useState(PAGE);
  const mostBet = bet.trim() === '' ? null : readAmount(bet);
  const isBetBad = bet.trim() !== '' && mostBet === null;
  const { houses, tables, failure } = view;
  const isListed = houses.some(({ overview }) => overview !== null);
  const wanted = tables.filter((seen) => passes(seen, { isJoinable, mostBet }));
  const shown = wanted.slice(0, most);
  useIntroduction(shown.flatMap(({ state }) => state?.lastGame?.winner ?? []));
  return (
    <section className="lobby-tables" aria-labelledby="lobby-title">
      <header className="lobby-header">
        <h2 id="lobby-title">{t.title}</h2>
        {isListed && (
          <span className="hint" role="status">
            {t.shown(wanted.length, tables.length)}
          </span>
        )}
        {houses.map(({ program, status }) =>
          status === 'ready' ? (
            <a key={program} className="button quiet" href={hrefOf({ name: 'open', house: program }, connection.url)}>
              {houses.length > 1 ? t.at(t.open, t.house(program.slice(0, 8))) : t.open}
              <Icon name="arrow" />
            </a>
          ) : null,
        )}
      </header>
      <div className="lobby-filter" role="group" aria-label={t.filter}>
        <Toggle label={t.joinable} isOn={isJoinable} onChange={setIsJoinable} />
        <Field label={t.mostBet(symbol)} hint={t.mostBetHint} error={isBetBad ? m.config.problems.notAmount : null}>
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={bet}
              onChange={(event) => setBet(event.target.value)}
            />
          )}
        </Field>
      </div>
      {!isListed && !failure && (
        <p className="loading" role="status">
          <span className="spinner" aria-hidden="true" />
          {t.refresh}…
        </p>
      )}
      {isListed && wanted.length === 0 && <p className="empty">{tables.length === 0 ? t.none : t.noneFits}</p>}
      <ul className="listed-tables">
        {shown.map((seen) => (
          <TableCard key={seen.listed.table} seen={seen} clock={clock} isOfMany={houses.length > 1} />
        ))}
      </ul>
      {wanted.length > most && (
        <button type="button" className="button quiet" onClick={() => setMost(most + PAGE)}>
          {t.more}
        </button>
      )}
    </section>
  );
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'preact/compat';
import { fullest } from '../club/seen';
import { isKnownClub, type LobbySession, type LobbyView } from '../club/session';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { useBegun } from '../table/seats';
import { Card } from '../ui/Card';
import { Notice } from '../ui/Notice';
import { useAccounts } from '../way/accounts';
import { justMet, typedBet } from '../way/dialogs';
import { BetChoice } from './BetChoice';
import { usePlayNow } from './usePlayNow';
import { NoWay, Way } from './Way';

/** One press to sit down with a stranger where the game starts soonest. */
export function StrangerCard({ session, view }: { session: LobbySession; view: LobbyView }) {
  const { m } = useTexts();
  const t = useClubTexts();
  const { account } = useAccounts();
  const [met] = useState(() => justMet.get() ?? []);
  const text = useSyncExternalStore(typedBet.subscribe, typedBet.get);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (justMet.get() === null) return;
    justMet.set(null);
    card.current?.scrollIntoView();
  }, []);
  const mostBet = readAmount(text);
  const leaning = { begun: useBegun(account?.id ?? null), met };
  const club = view.clubs.find(isKnownClub)?.program ?? null;
  const playing = usePlayNow(session, club);
  const next = mostBet === null ? null : fullest(view.tables, account?.id ?? null, mostBet, leaning);
  const isUnknown = club === null && view.clubs.some(({ overview }) => overview !== null);
  return (
    <Card ref={card} title={m.home.stranger} className="stranger">
      {isUnknown ? (
        <p className="hint">{t.play.unknown}</p>
      ) : (
        <>
          <BetChoice text={text} onChange={(text) => typedBet.set(text)} />
          {account && club && mostBet !== null ? (
            <Way next={next} club={club} mostBet={mostBet} leaning={leaning} playing={playing} />
          ) : (
            <NoWay next={next} mostBet={mostBet} isRead={club !== null} isMissing={account === null} />
          )}
          {playing.trouble && (
            <Notice tone="error">
              <p>{playing.trouble}</p>
            </Notice>
          )}
        </>
      )}
    </Card>
  );
}

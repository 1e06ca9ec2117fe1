import { useEffect, useMemo, useSyncExternalStore } from 'preact/compat';
import type { ActorId } from '../lib/hex';
import type { Step } from '../chain/submit';
import type { LobbySession } from '../club/session';
import { refusalOf, useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { refusalOf as tableRefusalOf } from '../way/refusal';
import { rememberTable } from '../lib/preferences';
import { useToast } from '../ui/toasts';
import { useAccounts } from '../way/accounts';
import { useChain } from '../way/chain';
import { goTo, hrefOf } from '../way/route';
import { PlayNow, type PlayNowState } from './PlayNow';
import type { News, Offer } from './Press';

export interface PlayingNow {
  /** The progress; `checking` while it looks for a seat. */
  step: Step | null;
  /** Why it came to nothing. */
  trouble: string | null;
  start: (offer: Offer) => Promise<void>;
  /** Gives up, unless a message is under way. */
  giveUp: () => void;
}

/** @param club the club that opens a table if none fits */
export function usePlayNow(session: LobbySession, club: ActorId | null): PlayingNow {
  const { connection, link } = useChain();
  const { account } = useAccounts();
  const onNews = useNews();
  const playing = useMemo(() => new PlayNow(session), [session]);
  // A player who left the lobby must not be taken to a table later.
  useEffect(() => playing.giveUp, [playing]);
  const state = useSyncExternalStore(playing.state.subscribe, playing.state.get);
  const start = async (offer: Offer): Promise<void> => {
    const table = await playing.start(link, account, club, offer, onNews);
    if (table) goTo({ name: 'table', program: table }, connection.url);
  };
  return { step: state.step, trouble: useTrouble(state), start, giveUp: playing.giveUp };
}

/** Tells of what happens to a press, also on other screens. */
function useNews(): (news: News, isOver: boolean) => void {
  const { connection } = useChain();
  const { m, f } = useTexts();
  const t = useClubTexts();
  const toast = useToast();
  return (news, isOver) => {
    switch (news.kind) {
      case 'gas':
        toast(f.gasNote(news.note), { icon: 'clock' });
        return;
      case 'taken':
        toast(t.play.taken);
        return;
      case 'seated': {
        rememberTable({ node: connection.url, program: news.table });
        // A player who went elsewhere meanwhile has the seat all the same.
        const href = hrefOf({ name: 'table', program: news.table }, connection.url);
        if (isOver) toast(m.act.registeredTitle, { link: { href, text: m.act.toTable } });
      }
    }
  };
}

/** Why a press led nowhere, in words. */
function useTrouble({ trouble, isOpened }: PlayNowState): string | null {
  const { m, f } = useTexts();
  const t = useClubTexts();
  if (!trouble) return null;
  const why = (): string => {
    switch (trouble.kind) {
      case 'failed':
        return f.failure(trouble.failure);
      case 'refused':
        return tableRefusalOf(trouble.error, m, f);
      case 'notOpened':
        return refusalOf(trouble.error, t, m, f);
      default:
        return t.play[trouble.kind];
    }
  };
  return isOpened ? m.paragraph(t.play.openedOnly, why()) : why();
}

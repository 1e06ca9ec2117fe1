import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { preference } from '../settings/preferences';
import { sound } from '../settings/sound';
import { notify } from '../lib/notify';
import { Store } from '../lib/store';
import { useTexts } from '../i18n';

/** What somebody hears of it. */
export type Tune = 'turn' | 'won' | 'lost';

/** What waits for the person, wherever in the page that is known. */
const calls = new Store<readonly { text: string }[]>([]);

/**
 * Calls for a person who may be looking at another tab, for as long as it is so.
 *
 * @param what is said; that it is their turn, if it is not given
 */
export function useAttention(isCalled: boolean, what?: string): void {
  const { m } = useTexts();
  useCall(isCalled ? (what ?? m.act.turn) : null, 'turn');
}

/** Tells a person of something that has just happened, and those who look elsewhere until they look here. */
export function useNews(news: string | null, tune: Tune): void {
  const before = useRef(news);
  const isHidden = useIsHidden();
  const [unseen, setUnseen] = useState<string | null>(null);
  const take = useEffectEvent(() => {
    if (news === before.current) return;
    before.current = news;
    setUnseen(isHidden ? news : null);
    if (news !== null && !isHidden) sound(tune);
  });
  useEffect(() => take(), [news]);
  useCall(isHidden ? unseen : null, tune);
}

function useCall(text: string | null, tune: Tune): void {
  const { m } = useTexts();
  const call = useEffectEvent((what: string) => {
    sound(tune);
    if (preference('notify')) notify(what, m.title);
  });
  useEffect(() => {
    if (text === null) return;
    const own = { text };
    calls.update((others) => [...others, own]);
    call(text);
    return () => calls.update((all) => all.filter((one) => one !== own));
  }, [text]);
}

/** The title of the tab, which tells whether something waits. */
export function useTitle(title: string): void {
  const waiting = useSyncExternalStore(calls.subscribe, calls.get).at(-1)?.text;
  useEffect(() => {
    document.title = waiting === undefined ? title : `● ${waiting} · ${title}`;
  }, [waiting, title]);
}

/** Whether another tab or window is in front. */
function useIsHidden(): boolean {
  return useSyncExternalStore(onVisibility, () => document.hidden);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

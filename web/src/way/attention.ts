import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'preact/compat';
import { preference } from '../lib/preferences';
import { sound } from '../lib/sound';
import { notify } from '../lib/notify';
import { Store } from '../lib/store';
import { useTexts } from '../i18n';

/** The sound that goes with a call. */
export type Tune = 'turn' | 'won' | 'lost';

/** What waits for the person, wherever in the page it was noticed. */
const calls = new Store<readonly { text: string }[]>([]);

/**
 * Calls a person who may be looking at another tab, as long as `isCalled` holds.
 *
 * @param what the text of the call; by default, that it is the person's turn
 */
export function useAttention(isCalled: boolean, what?: string): void {
  const { m } = useTexts();
  useCall(isCalled ? (what ?? m.act.turn) : null, 'turn');
}

/**
 * Tells a person about something that has just happened. If they look elsewhere, the call stays
 * until they look here.
 */
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

/** Sets the tab's title, which shows whether something waits. */
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

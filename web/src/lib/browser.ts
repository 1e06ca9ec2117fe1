/**
 * All services of the browser that a page may find missing, refused, broken or silent. Nothing else in the page
 * touches them (the linter checks it), so whoever uses one has to say what happens without it.
 */
import { inTime } from './inTime';

/** What the browser does for the page. */
export type Service =
  | 'storage'
  | 'persistence'
  | 'database'
  | 'locks'
  | 'notifications'
  | 'worker'
  | 'clipboard'
  | 'share'
  | 'download'
  | 'words'
  | 'programs'
  | 'socket'
  | 'sound'
  | 'screen';

/** Why a service can't be had. */
export interface Reason {
  service: Service;
  /** It is not there, or the browser refused it, or it did not answer in time. */
  why: 'absent' | 'refused' | 'silent';
  /** The browser's own words, if it has some. */
  words: string;
}

/** A service's answer. */
export type Answer<T> = { value: T } | { reason: Reason };

/** The same as an error, where there is no way without the service. */
export class Lacking extends Error {
  constructor(readonly reason: Reason) {
    super(reason.words || `${reason.service}: ${reason.why}`);
    this.name = 'Lacking';
  }
}

/** @throws Lacking */
export function needed<T>(answer: Answer<T>): T {
  if ('reason' in answer) throw new Lacking(answer.reason);
  return answer.value;
}

/** How long a service may take that asks nobody, ms. */
const PATIENCE = 5_000;

function had<T>(service: Service, take: () => T | null | undefined): Answer<T> {
  try {
    const value = take();
    return value === null || value === undefined ? { reason: { service, why: 'absent', words: '' } } : { value };
  } catch (error) {
    // A name that the browser does not know.
    const isAbsent = error instanceof ReferenceError;
    return { reason: { service, why: isAbsent ? 'absent' : 'refused', words: wordsOf(error) } };
  }
}

/** The answer to what is asked of a service. @param patience how long it may take, ms; null if a person is asked */
export async function asked<T>(
  service: Service,
  ask: () => Promise<T> | null | undefined,
  patience: number | null = PATIENCE,
): Promise<Answer<T>> {
  const begun = had(service, ask);
  if ('reason' in begun) return begun;
  const answer = Promise.resolve(begun.value).then(
    (value): Answer<T> => ({ value }),
    (error: unknown): Answer<T> => ({ reason: { service, why: 'refused', words: wordsOf(error) } }),
  );
  if (patience === null) return answer;
  return inTime(patience, answer, () => ({ reason: { service, why: 'silent', words: '' } }));
}

function wordsOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.message : String(error);
}

/** The navigator, as it is: browsers lack parts of it, whatever the types say. */
function own(): Partial<Navigator> {
  return navigator;
}

/** The languages that the person reads, the best first. */
export function languages(): readonly string[] {
  const answer = had('words', () => own().languages ?? [own().language ?? '']);
  return 'value' in answer ? answer.value : [];
}

/** A storage for texts: one that lasts, or one of the tab. */
export function storage(kind: 'localStorage' | 'sessionStorage'): Answer<Storage> {
  return had('storage', () => {
    const found = (window as Partial<Window>)[kind];
    // Some refuse only once they are read.
    found?.getItem('');
    return found;
  });
}

/** Whether the browser promises not to clear what is stored. A browser may ask the person. */
export async function persist(): Promise<Answer<boolean>> {
  return asked('persistence', () => (own().storage as Partial<StorageManager> | undefined)?.persist?.(), null);
}

/** Whether the browser has promised that. It asks nobody. */
export async function isPersisted(): Promise<Answer<boolean>> {
  return asked('persistence', () => (own().storage as Partial<StorageManager> | undefined)?.persisted?.());
}

/** Whether there is a database at all. */
export function hasDatabase(): Answer<IDBFactory> {
  return had('database', () => indexedDB);
}

/** Locks that the tabs of a browser share. */
export function locks(): Answer<LockManager> {
  return had('locks', () => own().locks);
}

type Notifications = Pick<typeof Notification, 'permission' | 'requestPermission'> &
  (new (title: string, options?: NotificationOptions) => Notification);

/** The browser's notifications, whether or not they are allowed. */
export function notifications(): Answer<Notifications> {
  return had('notifications', () => {
    const found = 'Notification' in window ? Notification : null;
    // Some refuse only once they are read.
    return found && typeof found.permission === 'string' ? found : null;
  });
}

/** Asks the person to allow notifications. */
export async function askToNotify(): Promise<boolean> {
  const found = notifications();
  if ('reason' in found) return false;
  // A person may take long, and some browsers never settle it.
  const answer = await asked('notifications', () => found.value.requestPermission(), null);
  return 'value' in answer && answer.value === 'granted';
}

/** The page's service workers. */
export function workers(): Answer<ServiceWorkerContainer> {
  return had('worker', () => own().serviceWorker);
}

/** @param tell hears the addresses of the files that the page has loaded, and loads from now on */
export function onLoaded(tell: (urls: string[]) => void): void {
  had('worker', () => {
    const observer = new PerformanceObserver((list) => tell(list.getEntries().map(({ name }) => name)));
    observer.observe({ type: 'resource', buffered: true });
    return observer;
  });
}

/** Copies a text. */
export async function copy(text: string): Promise<Answer<true>> {
  // Pages that are not from https have no clipboard, and frames and apps may refuse it.
  return asked('clipboard', async () => {
    const { clipboard } = own();
    if (!clipboard) throw new Error('the browser has no clipboard for this page');
    await clipboard.writeText(text);
    return true as const;
  });
}

/** Whether the system has its own way to share this. */
export function canShare(data: ShareData): boolean {
  const answer = had('share', () => {
    const { canShare: can, share: send } = own();
    return send !== undefined && can !== undefined && can.call(navigator, data);
  });
  return 'value' in answer && answer.value;
}

/** Passes something to the system's own way of sharing. `left` says that the person closed it. */
export async function share(data: ShareData): Promise<Answer<'shared' | 'left'>> {
  const ask = async (): Promise<'shared' | 'left'> => {
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'left';
      throw error;
    }
  };
  return canShare(data) ? asked('share', ask, null) : { reason: { service: 'share', why: 'absent', words: '' } };
}

/** Apps that show pages, whose windows know no downloads: what Android and iOS call a web view. */
const WEB_VIEW = /; wv\)|\bWebView\b|(iPhone|iPad|iPod)(?!.*Safari\/)/;

/** Makes the browser save a file. It can't tell whether it has: in the window of an app it mostly has not. */
export function download(file: Blob, name: string): Answer<true> {
  return had('download', () => {
    if (WEB_VIEW.test(own().userAgent ?? '')) throw new Error('an app shows this page, and saves no files');
    const url = URL.createObjectURL(file);
    const link = document.createElement('a');
    if (!('download' in link)) throw new Error('the browser saves no files');
    link.href = url;
    link.download = name;
    link.click();
    // Some browsers begin to read it only after this.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return true as const;
  });
}

/** What cuts a text into words. */
export function segmenter(language: string): Answer<Intl.Segmenter> {
  return had('words', () => {
    const { Segmenter } = Intl as Partial<typeof Intl>;
    return Segmenter && new Segmenter(language, { granularity: 'word' });
  });
}

/** What runs programs. Some browsers switch it off. */
export function programs(): Answer<typeof WebAssembly> {
  return had('programs', () => WebAssembly);
}

/** A connection to a node. The browser refuses some addresses at once. */
export function socket(url: string): Answer<WebSocket> {
  return had('socket', () => new WebSocket(url));
}

/** What plays sounds. */
export function audio(): Answer<AudioContext> {
  return had('sound', () => new AudioContext());
}

/** Does what the browser may refuse at any note. Whoever plays goes on without it. */
export function play(make: () => void): void {
  had('sound', make);
}

/** Makes a phone vibrate, where it can. */
export function vibrate(pattern: number[]): void {
  had('sound', () => own().vibrate?.(pattern));
}

/** What keeps a screen on. */
export function wakeLock(): Answer<WakeLock> {
  return had('screen', () => own().wakeLock);
}

/** Whether a condition about the screen holds. Not, if the browser can't tell. */
export function matches(query: string): boolean {
  const answer = had('screen', () => matchMedia(query).matches);
  return 'value' in answer && answer.value;
}

/** Tells of each change of an element's size, where the browser does. The function that is returned ends it. */
export function onResize(element: Element, tell: () => void): () => void {
  const answer = had('screen', () => new ResizeObserver(tell));
  if ('reason' in answer) return () => undefined;
  answer.value.observe(element);
  return () => answer.value.disconnect();
}

/** Whether other pages may watch: this one is in a frame of another. */
export function isFramed(): boolean {
  const answer = had('screen', () => window.top !== window.self);
  // Whoever may not even ask is in a frame.
  return !('value' in answer) || answer.value;
}

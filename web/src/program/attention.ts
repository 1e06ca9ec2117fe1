import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { preference } from '../settings/preferences';
import { Store } from '../lib/store';
import { useTexts } from '../i18n';

/** What waits for the person, wherever in the page that is known. */
const calls = new Store(0);

/** Calls for a person who may be looking at another tab, for as long as it is so. */
export function useAttention(isCalled: boolean): void {
  const { m } = useTexts();
  const call = useEffectEvent(() => {
    if (preference('sound')) chime();
    if (preference('notify')) notify(m.act.turn, m.title);
  });
  useEffect(() => {
    if (!isCalled) return;
    calls.update((count) => count + 1);
    call();
    return () => calls.update((count) => count - 1);
  }, [isCalled]);
}

/** The title of the tab, which tells whether something waits. */
export function useTitle(title: string): void {
  const { m } = useTexts();
  const isCalled = useSyncExternalStore(calls.subscribe, calls.get) > 0;
  useEffect(() => {
    document.title = isCalled ? `● ${m.act.turn} · ${title}` : title;
  }, [isCalled, m, title]);
}

/** Whether the browser can show notifications at all. */
export function canNotify(): boolean {
  return 'Notification' in window;
}

function notify(title: string, body: string): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body, tag: 'rpsls' });
  notification.onclick = () => window.focus();
}

const NOTES = [660, 880];
const NOTE_LENGTH = 0.18;

function chime(): void {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.08;
  volume.connect(audio.destination);
  NOTES.forEach((frequency, index) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(audio.currentTime + index * NOTE_LENGTH);
    note.stop(audio.currentTime + (index + 1) * NOTE_LENGTH);
    if (index === NOTES.length - 1) note.onended = () => void audio.close();
  });
}

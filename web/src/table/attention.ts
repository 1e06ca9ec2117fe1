import { useEffect } from 'react';
import { usePreference } from '../app/preferences';
import { useTexts } from '../i18n';

/** Calls for a person who may be looking at another tab. */
export function useAttention(isCalled: boolean): void {
  const { m } = useTexts();
  const [sound] = usePreference('sound');
  useEffect(() => {
    document.title = isCalled ? `● ${m.act.turn} · ${m.title}` : m.title;
    return () => {
      document.title = m.title;
    };
  }, [isCalled, m]);
  useEffect(() => {
    if (isCalled && sound) chime();
  }, [isCalled, sound]);
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

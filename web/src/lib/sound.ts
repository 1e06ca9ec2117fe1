import { aside } from './aside';
import { asked, audio as openAudio, play, vibrate } from './browser';
import { preference } from './preferences';

interface Tune {
  /** The pitches in Hz, one note after the other. */
  notes: readonly number[];
  /** The length of each note, s. */
  length: number;
  shape: OscillatorType;
  /** How a phone vibrates, ms: on, off, on and so on. */
  shake: number[];
}

const TUNES = {
  commit: { notes: [392, 523], length: 0.07, shape: 'triangle', shake: [15] },
  turn: { notes: [660, 880], length: 0.18, shape: 'sine', shake: [60, 60, 60] },
  strike: { notes: [196, 98], length: 0.06, shape: 'square', shake: [40] },
  won: { notes: [523, 659, 784, 1_047], length: 0.15, shape: 'sine', shake: [40, 40, 40, 40, 120] },
  lost: { notes: [392, 330], length: 0.25, shape: 'sine', shake: [160] },
} satisfies Record<string, Tune>;

export type TuneName = keyof typeof TUNES;

const VOLUME = 0.08;
/** How long a note fades out, s. A note that is cut off clicks. */
const FADE = 0.05;

let audio: AudioContext | null = null;

/**
 * Starts the audio. Browsers play nothing before a person has touched the page, and phones play
 * only what that touch started.
 */
function wake(): void {
  if (isMuted()) return;
  if (!audio) {
    const answer = openAudio();
    if (!('value' in answer)) return;
    audio = answer.value;
  }
  const context = audio;
  aside(
    asked('sound', () => context.resume()),
    'The browser plays nothing',
  );
}

for (const gesture of ['pointerup', 'keydown']) window.addEventListener(gesture, wake);

function isMuted(): boolean {
  return preference('sound') === false;
}

/** Plays a tune and vibrates, unless the page is muted or nobody has touched it yet. */
export function sound(name: TuneName): void {
  if (isMuted() || !audio) return;
  const tune: Tune = TUNES[name];
  const context = audio;
  play(() => sing(context, tune));
  vibrate(tune.shake);
}

function sing(audio: AudioContext, { notes, length, shape }: Tune): void {
  if (audio.state !== 'running') return;
  notes.forEach((frequency, index) => {
    const [from, to] = [audio.currentTime + index * length, audio.currentTime + (index + 1) * length];
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    note.type = shape;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(VOLUME, from);
    volume.gain.linearRampToValueAtTime(0, to + FADE);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(to + FADE);
  });
}

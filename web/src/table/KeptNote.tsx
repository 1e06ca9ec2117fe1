import { useSyncExternalStore } from 'preact/compat';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { mayBeCleared } from '../lib/storage';
import type { GameState } from '../rpsls/state';

/** Browsers clear what they have not promised to keep after some days, or when they need room. */
const LONG = 86_400_000;

/** Where a sealed move is, and whether the browser promises to keep it. */
export function KeptNote() {
  const { m } = useTexts();
  const t = useLaterTexts();
  const isUnsure = useSyncExternalStore(mayBeCleared.subscribe, mayBeCleared.get) === true;
  return <p className="hint">{isUnsure ? t.keptPerhaps : m.act.kept}</p>;
}

/** Says before a seat is taken that its move may have to be kept for longer than the browser promises. */
export function MayClear({ state: { config } }: { state: GameState }) {
  const t = useLaterTexts();
  const isUnsure = useSyncExternalStore(mayBeCleared.subscribe, mayBeCleared.get) === true;
  const isLong = config.entryTimeout + config.moveTimeout + config.revealTimeout >= LONG;
  return isUnsure && isLong ? <p className="hint">{t.mayClear}</p> : null;
}

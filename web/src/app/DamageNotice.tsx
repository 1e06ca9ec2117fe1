import { useSyncExternalStore } from 'preact/compat';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { Notice } from '../ui/Notice';
import { damage } from '../way/repair';

/** What has happened to the link that the visitor came by. */
export function DamageNotice() {
  const { m } = useTexts();
  const t = useLaterTexts();
  const what = useSyncExternalStore(damage.subscribe, damage.get);
  if (what === null) return null;
  return (
    <Notice tone={what === 'encoded' ? 'calm' : 'warning'} title={t.damage[what].title}>
      <p>{t.damage[what].text}</p>
      <button type="button" className="button quiet" onClick={() => damage.set(null)}>
        {m.dismiss}
      </button>
    </Notice>
  );
}

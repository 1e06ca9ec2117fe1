import { useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { useLaterTexts } from '../i18n/later';
import { pressed } from '../lib/aside';
import { save, type Way } from '../lib/save';
import { useCopying } from './copying';

interface Saving {
  /** Brings a file out of the page. `text` is what is in it, if that can be copied. */
  keep: (file: File, text: string | null) => Promise<void>;
  /** Which way it went, and another if nothing came of it. */
  told: ReactNode;
}

/** Saves files, and tells what became of them: some browsers begin a download and do nothing. */
export function useSaving(): Saving {
  const { m } = useTexts();
  const t = useLaterTexts();
  const { copy, byHand } = useCopying();
  const [last, setLast] = useState<{ way: Way; name: string; text: string | null } | null>(null);
  const keep = async (file: File, text: string | null): Promise<void> => {
    const way = await save(file, text);
    setLast({ way, name: file.name, text });
    // The text for copying by hand.
    if (way === 'kept' && text !== null) await copy(text, m.copied);
  };
  const { way, name, text } = last ?? {};
  const told = way && way !== 'left' && name !== undefined && (
    <>
      <p className="hint" role="status">
        {t.saved[way](name)}
        {way === 'downloaded' && text !== null && text !== undefined && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => pressed(copy(text, m.copied))}>
              {t.saved.copyInstead}
            </button>
          </>
        )}
      </p>
      {byHand}
    </>
  );
  return { keep, told };
}

import { useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { Field } from './Field';
import { useToast } from './toasts';

interface Copying {
  /** Copies a text to the clipboard, and says so. */
  copy: (text: string, done: string) => Promise<void>;
  /** The text for copying by hand, if the browser refuses to do it. */
  byHand: ReactNode;
}

export function useCopying(): Copying {
  const { m } = useTexts();
  const toast = useToast();
  const [refused, setRefused] = useState<string | null>(null);
  const copy = async (text: string, done: string): Promise<void> => {
    setRefused(null);
    try {
      // Pages that are not from https have no clipboard, and frames and apps may refuse it.
      await navigator.clipboard.writeText(text);
      toast(done);
    } catch (error) {
      console.info('Not copied:', error);
      setRefused(text);
    }
  };
  const byHand = refused !== null && (
    <Field label={m.copyByHand} hint={m.copyByHandHint}>
      {(props) => <textarea {...props} ref={select} className="mono by-hand" readOnly rows={3} value={refused} />}
    </Field>
  );
  return { copy, byHand };
}

function select(text: HTMLTextAreaElement | null): void {
  text?.focus();
  text?.select();
}

import { useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { copy as copyText } from '../lib/browser';
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
    const answer = await copyText(text);
    if ('value' in answer) {
      toast(done);
      return;
    }
    console.info('Not copied:', answer.reason);
    setRefused(text);
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

import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';
import type { ActionState } from './runner';

/** What is known of an action, and the way to put that out of sight. */
export type Shown<E> = ActionState<E> & { clear: () => void };

interface TroubleProps<E> {
  acting: Shown<E>;
  /** The program's own refusals in words. */
  sentence: (error: E) => string;
}

/** What is to be known of the last action: why it did not happen, and what to do next. */
export function Trouble<E>({ acting, sentence }: TroubleProps<E>) {
  const { m, f } = useTexts();
  const { trouble, bound, clear } = acting;
  return (
    <>
      {bound !== null && (
        <Notice tone="calm">
          <p>{m.act.bound(f.gas(bound))}</p>
        </Notice>
      )}
      {trouble && (
        <Notice tone="error">
          <p>{trouble.kind === 'refused' ? sentence(trouble.error) : f.failure(trouble.failure)}</p>
          <button type="button" className="button quiet" onClick={clear}>
            {m.dismiss}
          </button>
        </Notice>
      )}
    </>
  );
}

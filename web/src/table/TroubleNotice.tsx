import { useTexts } from '../i18n';
import type { GameError } from '../rpsls/messages';
import { Notice } from '../ui/Notice';
import type { Acting } from './useAction';

/** Why the last action at a table did not happen. */
export function TroubleNotice({ acting }: { acting: Acting<GameError> }) {
  const { f } = useTexts();
  return <Trouble acting={acting} sentence={f.refusal} />;
}

interface TroubleProps<E> {
  acting: Acting<E>;
  /** The program's own refusals in words. */
  sentence: (error: E) => string;
}

/** Why the last action did not happen, and what to do next. */
export function Trouble<E>({ acting, sentence }: TroubleProps<E>) {
  const { m, f } = useTexts();
  const { trouble, clear } = acting;
  if (!trouble) return null;
  return (
    <Notice tone="error">
      <p>{trouble.kind === 'refused' ? sentence(trouble.error) : f.failure(trouble.failure)}</p>
      <button type="button" className="button quiet" onClick={clear}>
        {m.dismiss}
      </button>
    </Notice>
  );
}

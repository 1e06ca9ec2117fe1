import { useTexts } from '../i18n';
import { setPreference } from '../lib/preferences';
import { Notice } from '../ui/Notice';
import { FaucetLink } from './FaucetLink';
import type { ActionState } from './runner';

/** The state of an action, and a way to hide it. */
export type Shown<E> = ActionState<E> & { clear: () => void };

interface TroubleProps<E> {
  acting: Shown<E>;
  /** Puts the program's own refusals into words. */
  sentence: (error: E) => string;
}

/** What the player should know about the last action: why it failed, and what to do next. */
export function Trouble<E>({ acting, sentence }: TroubleProps<E>) {
  const { m, f } = useTexts();
  const { step, trouble, gas, clear } = acting;
  return (
    <>
      {step === 'signing' && (
        <p className="hint row">
          {m.act.walletHint}
          <button type="button" className="button quiet" onClick={clear}>
            {m.act.giveUp}
          </button>
        </p>
      )}
      {gas && (
        <Notice tone="calm">
          <p>{f.gasNote(gas)}</p>
        </Notice>
      )}
      {trouble && (
        <Notice tone="error">
          <p>{trouble.kind === 'refused' ? sentence(trouble.error) : f.failure(trouble.failure)}</p>
          <div className="row">
            {trouble.kind === 'failed' && <Remedy kind={trouble.failure.kind} clear={clear} />}
            <button type="button" className="button quiet" onClick={clear}>
              {m.dismiss}
            </button>
          </div>
        </Notice>
      )}
    </>
  );
}

/** What the player can do at once about a failed action, if anything. */
function Remedy({ kind, clear }: { kind: string; clear: () => void }) {
  const { m } = useTexts();
  switch (kind) {
    case 'noBatch':
      return (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            setPreference('askWallet', true);
            clear();
          }}
        >
          {m.gas.askWallet}
        </button>
      );
    case 'walletGone':
    case 'page':
      return (
        <button type="button" className="button quiet" onClick={() => location.reload()}>
          {m.crash.reload}
        </button>
      );
    case 'funds':
      return <FaucetLink />;
    default:
      return null;
  }
}

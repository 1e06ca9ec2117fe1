import type { ReactNode } from 'preact/compat';
import { useChain } from './chain';
import { useTexts } from '../i18n';
import type { ShownStep } from '../i18n/messages';
import { Live } from '../ui/Live';
import { useGuardedPress } from './guard';

interface ActButtonProps {
  step: ShownStep | null;
  isDisabled?: boolean;
  tone?: 'primary' | 'quiet' | 'danger';
  onClick: () => void;
  children: ReactNode;
}

/** A button that sends something. It shows the progress, or why a press sent nothing. */
export function ActButton({ step, isDisabled = false, tone = 'primary', onClick, children }: ActButtonProps) {
  const { m } = useTexts();
  const { link } = useChain();
  const { press, isHeld, early } = useGuardedPress(step !== null);
  return (
    <>
      <button
        type="button"
        className={`button ${tone}`}
        disabled={isDisabled || link.status !== 'online'}
        aria-disabled={isHeld}
        onClick={() => press(onClick)}
      >
        {step === null ? (
          typeof children === 'string' ? (
            <Live>{children}</Live>
          ) : (
            children
          )
        ) : (
          <>
            <span className="spinner" aria-hidden="true" />
            <span role="status">
              <Live>{`${m.act.steps[step]}…`}</Live>
            </span>
          </>
        )}
      </button>
      {early}
    </>
  );
}

import { useState, type ReactNode } from 'react';
import type { Step } from '../chain/submit';
import { useChain } from '../visitor/chain';
import { useTexts } from '../i18n';
import { useIsGuarded } from './guard';

interface ActButtonProps {
  step: Step | null;
  isDisabled?: boolean;
  tone?: 'primary' | 'quiet' | 'danger';
  onClick: () => void;
  children: ReactNode;
}

/** A button that sends something, and says how far that has come, or why a press has sent nothing. */
export function ActButton({ step, isDisabled = false, tone = 'primary', onClick, children }: ActButtonProps) {
  const { m } = useTexts();
  const { link } = useChain();
  const isGuarded = useIsGuarded();
  const isHeld = isGuarded || step !== null;
  const [isEarly, setIsEarly] = useState(false);
  const press = (): void => {
    setIsEarly(isGuarded);
    if (!isHeld) onClick();
  };
  return (
    <>
      <button
        type="button"
        className={`button ${tone}`}
        disabled={isDisabled || link.status !== 'online'}
        aria-disabled={isHeld}
        onClick={press}
      >
        {step === null ? (
          children
        ) : (
          <>
            <span className="spinner" aria-hidden="true" />
            <span role="status">{m.act.steps[step]}…</span>
          </>
        )}
      </button>
      {isEarly && (
        <span className="hint" role="status">
          {m.act.changed}
        </span>
      )}
    </>
  );
}

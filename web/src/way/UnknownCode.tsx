import type { ReactNode } from 'preact/compat';
import { usePreference } from '../lib/preferences';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';

interface UnknownCodeProps {
  program: ActorId;
  isKnown: boolean;
  children: ReactNode;
}

/**
 * Shows the children, or a warning if the program's code is unknown: neither a release nor what
 * this page was built with. Such a program may do with a bet whatever it likes.
 */
export function UnknownCode({ program, isKnown, children }: UnknownCodeProps) {
  const { m } = useTexts();
  const [accepted = [], setAccepted] = usePreference('programs');
  if (isKnown || accepted.includes(program)) return children;
  return (
    <Notice tone="error" title={m.table.unknownCodeTitle}>
      <p>{m.table.unknownCodeText}</p>
      <button type="button" className="button quiet" onClick={() => setAccepted([...accepted, program])}>
        {m.table.useCode}
      </button>
    </Notice>
  );
}

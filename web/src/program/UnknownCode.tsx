import type { ReactNode } from 'react';
import { usePreference } from '../settings/preferences';
import type { Code } from '../chain/code';
import type { ActorId } from '../chain/hex';
import { useTexts } from '../i18n';
import { Notice } from '../ui/Notice';

interface UnknownCodeProps {
  program: ActorId;
  code: Code;
  children: ReactNode;
}

/**
 * What acts on a program, or a warning where its code is no release and not what this
 * page was built with: then it may do with a bet whatever it likes.
 */
export function UnknownCode({ program, code, children }: UnknownCodeProps) {
  const { m } = useTexts();
  const [accepted = [], setAccepted] = usePreference('programs');
  if (code.kind !== 'unknown' || accepted.includes(program)) return children;
  return (
    <Notice tone="error" title={m.table.unknownCodeTitle}>
      <p>{m.table.unknownCodeText}</p>
      <button type="button" className="button quiet" onClick={() => setAccepted([...accepted, program])}>
        {m.table.useCode}
      </button>
    </Notice>
  );
}

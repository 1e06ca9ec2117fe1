import type { Code } from '../chain/code';
import type { ActorId } from '../lib/hex';
import { useTexts } from '../i18n';
import { CopyButton } from '../ui/CopyButton';

interface ProgramIdProps {
  label: string;
  program: ActorId;
  code: Code;
}

/** The program's id and its release. */
export function ProgramId({ label, program, code }: ProgramIdProps) {
  const { m } = useTexts();
  return (
    <div className="program-id">
      <p className="label">{label}</p>
      <p className="hint breakable mono">{program}</p>
      <p className="hint">{m.table.code(code)}</p>
      <CopyButton text={program} />
    </div>
  );
}

import type { ActorId } from '../lib/hex';
import { CopyButton } from '../ui/CopyButton';

interface ProgramIdProps {
  label: string;
  program: ActorId;
  /** What is known of its code. */
  release: string;
}

/** The program's id and its release. */
export function ProgramId({ label, program, release }: ProgramIdProps) {
  return (
    <div className="program-id">
      <p className="label">{label}</p>
      <p className="hint breakable mono">{program}</p>
      <p className="hint">{release}</p>
      <CopyButton text={program} />
    </div>
  );
}

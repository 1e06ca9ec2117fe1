import { useCallback, useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import type { Move } from '../rpsls/moves';
import { openingOf, randomPassword } from '../rpsls/opening';
import { isTooLong } from '../rpsls/password';
import { MoveBoard } from './MoveBoard';
import { PasswordField } from './PasswordField';

interface Chosen {
  move: Move;
  opening: string;
}

interface MoveFormProps {
  /** Whether the choice is being sent and can't be changed. */
  isBusy?: boolean;
  /** The move that is chosen at first. */
  initial?: Move | null;
  /** Renders what sends the choice. The choice is null while it is incomplete. */
  children: (chosen: Chosen | null) => ReactNode;
}

/** The choice of a move, with a password that hides it. */
export function MoveForm({ isBusy = false, initial = null, children }: MoveFormProps) {
  const { m } = useTexts();
  const [move, setMove] = useState<Move | null>(initial);
  const [password, setPassword] = useState(() => ({ text: randomPassword(), isOwn: false }));
  const isFit = password.text !== '' && !isTooLong(password.text);
  const change = useCallback((text: string, isOwn: boolean) => setPassword({ text, isOwn }), []);
  return (
    <>
      <MoveBoard picked={move} isFixed={isBusy} onPick={setMove} />
      {children(move && isFit ? { move, opening: openingOf(move, password.text) } : null)}
      <p className="hint keys">{m.act.keys}</p>
      <details className="password">
        <summary>{m.act.passwordTitle}</summary>
        <PasswordField password={password.text} isOwn={password.isOwn} onChange={change} />
      </details>
    </>
  );
}

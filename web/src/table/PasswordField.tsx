import { useEffect, useState } from 'react';
import { useTexts } from '../i18n';
import { weakness } from '../rpsls/password';
import { randomPassword } from '../rpsls/opening';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';

interface PasswordFieldProps {
  password: string;
  isOwn: boolean;
  onChange: (password: string, isOwn: boolean) => void;
}

/** The password that hides the move; one that somebody thought of is judged. */
export function PasswordField({ password, isOwn, onChange }: PasswordFieldProps) {
  const { m } = useTexts();
  const [judged, setJudged] = useState<{ password: string; power: number | null } | null>(null);
  useEffect(() => {
    if (!isOwn) return;
    let isCurrent = true;
    weakness(password).then(
      (power) => isCurrent && setJudged({ password, power }),
      (error: unknown) => console.warn("The password can't be judged:", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [password, isOwn]);
  const power = isOwn && judged?.password === password ? judged.power : null;
  return (
    <Field label={m.act.password} hint={m.act.passwordHint} error={power === null ? null : m.act.weak(power)}>
      {(props) => (
        <div className="with-button">
          <input
            {...props}
            className="mono"
            value={password}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value, true)}
          />
          <button
            type="button"
            className="icon-button framed"
            aria-label={m.act.newPassword}
            title={m.act.newPassword}
            onClick={() => onChange(randomPassword(), false)}
          >
            <Icon name="refresh" />
          </button>
        </div>
      )}
    </Field>
  );
}

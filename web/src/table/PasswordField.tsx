import { password as limits } from '../generated/facts.json';
import { useTexts } from '../i18n';
import { isWeak } from '../rpsls/password';
import { randomPassword } from '../rpsls/opening';
import { Field } from '../ui/Field';
import { Icon } from '../ui/Icon';

interface PasswordFieldProps {
  password: string;
  isOwn: boolean;
  onChange: (password: string, isOwn: boolean) => void;
}

/** The password that hides the move. A password that a person thought of is checked for strength. */
export function PasswordField({ password, isOwn, onChange }: PasswordFieldProps) {
  const { m } = useTexts();
  const error = isOwn && isWeak(password) ? m.act.weak(limits.shortest, limits.variety) : null;
  return (
    <Field label={m.act.password} hint={m.act.passwordHint} error={error}>
      {(props) => (
        <div className="with-button">
          <input
            {...props}
            className="mono"
            value={password}
            autoComplete="off"
            spellcheck={false}
            onChange={(event) => onChange(event.currentTarget.value, true)}
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

import { Field } from './Field';

interface AccountFieldProps {
  label: string;
  hint: string;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
}

/** Where an account's address or id is typed. */
export function AccountField({ value, onChange, ...field }: AccountFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <input
          {...props}
          className="mono"
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

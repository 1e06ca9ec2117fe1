import { Field } from './Field';

interface AccountFieldProps {
  label: string;
  hint: string;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
}

/** A field for an account's address or id. */
export function AccountField({ value, onChange, ...field }: AccountFieldProps) {
  return (
    <Field {...field}>
      {(props) => (
        <input
          {...props}
          className="mono"
          spellcheck={false}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

import { useId, type ReactNode } from 'preact/compat';

interface FieldProps {
  label: string;
  hint?: string;
  error?: string | null;
  children: (props: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

/** A labelled control with its hint or error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className={`field ${error ? 'invalid' : ''}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': Boolean(error) })}
      <p id={`${id}-hint`} className="hint" role={error ? 'alert' : undefined}>
        {error || hint}
      </p>
    </div>
  );
}

import { useId } from 'preact/compat';

interface ToggleProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Toggle({ label, hint, isOn, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="toggle">
      <input
        type="checkbox"
        role="switch"
        id={id}
        className="switch"
        checked={isOn}
        onChange={({ currentTarget }) => {
          // It shows what is set, not what was pressed: the change may be refused.
          currentTarget.checked = isOn;
          onChange(!isOn);
        }}
        aria-describedby={hint && `${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

import { Switch } from 'radix-ui';
import { useId } from 'react';

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
      <Switch.Root id={id} className="switch" checked={isOn} onCheckedChange={onChange} aria-describedby={`${id}-hint`}>
        <Switch.Thumb className="switch-thumb" />
      </Switch.Root>
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

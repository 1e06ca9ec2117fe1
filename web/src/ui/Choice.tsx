import { useId, type ReactNode } from 'preact/compat';

interface ChoiceProps<T> {
  /** The id of the text that says what is chosen. */
  labelledBy: string;
  options: readonly T[];
  /** Null if nothing is chosen yet. */
  chosen: T | null;
  /** The style of the whole, and of an option. */
  className: string;
  optionClass: string;
  isFixed?: boolean;
  show: (option: T) => ReactNode;
  onChoose: (option: T) => void;
}

/** One of a few options, each in sight. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { labelledBy, options, chosen, className, optionClass, isFixed = false, show, onChoose } = props;
  const group = useId();
  return (
    <div role="radiogroup" className={className} aria-labelledby={labelledBy}>
      {options.map((option) => (
        <label key={option} className={`option ${optionClass}`}>
          <input
            type="radio"
            name={group}
            checked={option === chosen}
            disabled={isFixed}
            onChange={() => onChoose(option)}
          />
          {show(option)}
        </label>
      ))}
    </div>
  );
}

import { useId } from 'preact/compat';
import { useTexts } from '../i18n';
import { FORMATS, type GameRules } from '../rpsls/rules';
import { Choice } from '../ui/Choice';
import { Toggle } from '../ui/Toggle';
import { SlowWarning, startText } from './RulesNote';

interface RulesToggleProps {
  rules: GameRules;
  seats: number;
  onChange: (rules: GameRules) => void;
}

/** The choice of who goes on, as three cards with a sentence each, and of when the game starts. */
export function RulesToggle({ rules, seats, onChange }: RulesToggleProps) {
  const { m } = useTexts();
  const label = useId();
  return (
    <div className="rules-choice">
      <div className="field">
        <span id={label}>{m.rules.format}</span>
        <Choice
          labelledBy={label}
          options={FORMATS}
          chosen={rules.format}
          className="formats"
          optionClass="format"
          show={(format) => (
            <>
              <strong>{m.rules.formats[format].name}</strong>
              <span className="hint">{m.rules.formats[format].text}</span>
            </>
          )}
          onChoose={(format) => onChange({ ...rules, format })}
        />
      </div>
      <Toggle
        label={m.rules.early}
        hint={startText(rules, seats, m)}
        isOn={rules.startWhenFull}
        onChange={(startWhenFull) => onChange({ ...rules, startWhenFull })}
      />
      <SlowWarning rules={rules} seats={seats} />
    </div>
  );
}

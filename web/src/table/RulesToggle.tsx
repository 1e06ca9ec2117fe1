import { RadioGroup } from 'radix-ui';
import { useTexts } from '../i18n';
import { FORMATS, type Format, type GameRules } from '../rpsls/rules';
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
  return (
    <div className="rules-choice">
      <RadioGroup.Root
        className="formats"
        aria-label={m.rules.format}
        value={rules.format}
        onValueChange={(format) => onChange({ ...rules, format: format as Format })}
      >
        {FORMATS.map((format) => (
          <RadioGroup.Item key={format} value={format} className="format">
            <strong>{m.rules.formats[format].name}</strong>
            <span className="hint">{m.rules.formats[format].text}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
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

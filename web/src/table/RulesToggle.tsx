import { useTexts } from '../i18n';
import { CLASSIC, MODERN, type GameRules } from '../rpsls/rules';
import { Toggle } from '../ui/Toggle';
import { rulesText, SlowWarning } from './RulesNote';

interface RulesToggleProps {
  rules: GameRules;
  seats: number;
  onChange: (rules: GameRules) => void;
}

/** Games that end, or the classic ones, with a sentence on what that means. */
export function RulesToggle({ rules, seats, onChange }: RulesToggleProps) {
  const { m } = useTexts();
  return (
    <div className="rules-choice">
      <Toggle
        label={m.rules.classic}
        hint={rulesText(rules, m)}
        isOn={rules.tieBreak === 'replay'}
        onChange={(isClassic) => onChange(isClassic ? CLASSIC : MODERN)}
      />
      <SlowWarning rules={rules} seats={seats} />
    </div>
  );
}

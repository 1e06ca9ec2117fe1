import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { hasFullBracket, isSlow, placesOf, type GameRules } from '../rpsls/rules';
import { Notice } from '../ui/Notice';

interface RulesProps {
  rules: GameRules;
  seats: number;
}

/** How a table's games are played, and a warning where they may never end. */
export function RulesNote({ rules, seats }: RulesProps) {
  const { m } = useTexts();
  return (
    <>
      <p className="hint">{rulesText(rules, seats, m)}</p>
      <SlowWarning rules={rules} seats={seats} />
    </>
  );
}

export function rulesText(rules: GameRules, seats: number, m: Messages): string {
  return m.paragraph(m.rules.formats[rules.format].text, startText(rules, seats, m));
}

/** When games with these rules start, and with whom. */
export function startText(rules: GameRules, seats: number, m: Messages): string {
  if (!rules.startWhenFull) return m.rules.atDeadline;
  return seats > 2 && hasFullBracket(rules) ? m.rules.bracket(placesOf(rules, { seats })) : m.rules.whenFull;
}

/** Says so where games with these rules and so many players may never end. */
export function SlowWarning({ rules, seats }: RulesProps) {
  const { m } = useTexts();
  if (!isSlow(rules, seats)) return null;
  return (
    <Notice tone="warning">
      <p>{m.rules.slow(seats)}</p>
    </Notice>
  );
}

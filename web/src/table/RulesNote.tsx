import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { hasFullBracket, isSlow, placesOf, type GameRules } from '../rpsls/rules';
import { Notice } from '../ui/Notice';

interface RulesProps {
  rules: GameRules;
  seats: number;
}

/** A table's rules, with a warning if its games may never end. */
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

/** Says when games with these rules start, and with whom. */
export function startText(rules: GameRules, seats: number, m: Messages): string {
  if (!rules.startWhenFull) return m.rules.atDeadline;
  return seats > 2 && hasFullBracket(rules) ? m.rules.bracket(placesOf(rules, { seats })) : m.rules.whenFull(seats);
}

/** Warns if games with these rules and this many players may never end. */
export function SlowWarning({ rules, seats }: RulesProps) {
  const { m } = useTexts();
  if (!isSlow(rules, seats)) return null;
  return (
    <Notice tone="warning">
      <p>{m.rules.slow(seats)}</p>
    </Notice>
  );
}

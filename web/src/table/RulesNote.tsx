import { useTexts } from '../i18n';
import { isSlow, type GameRules } from '../rpsls/rules';
import { Notice } from '../ui/Notice';

/** How a table's games are played, and a warning where they may never end. */
export function RulesNote({ rules, seats }: { rules: GameRules; seats: number }) {
  const { m } = useTexts();
  return (
    <>
      <p className="hint">
        {m.paragraph(m.rules.tieBreak[rules.tieBreak], rules.startWhenFull ? m.rules.whenFull : m.rules.atDeadline)}
      </p>
      {isSlow(rules, seats) && (
        <Notice tone="warning">
          <p>{m.rules.slow(seats)}</p>
        </Notice>
      )}
    </>
  );
}

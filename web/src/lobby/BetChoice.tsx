import { useId, useState } from 'preact/compat';
import { useClubTexts } from '../club/texts';
import { useTexts } from '../i18n';
import { readAmount } from '../lib/amount';
import { USUAL_BETS } from '../rpsls/config';
import { useSymbol } from '../lib/symbol';
import { Choice } from '../ui/Choice';
import { Field } from '../ui/Field';

/** The choice of another bet. */
const OTHER = 'other';

interface BetChoiceProps {
  /** The bet as it was typed. */
  text: string;
  onChange: (text: string) => void;
}

/** The highest bet that the player would accept. */
export function BetChoice({ text, onChange }: BetChoiceProps) {
  const { m } = useTexts();
  const t = useClubTexts();
  const symbol = useSymbol();
  const label = useId();
  const [isOther, setIsOther] = useState(!USUAL_BETS.includes(text));
  return (
    <>
      <p id={label} className="label">
        {t.play.mostBet(symbol)}
      </p>
      <Choice
        labelledBy={label}
        options={[...USUAL_BETS, OTHER]}
        chosen={isOther ? OTHER : text}
        className="row bets"
        optionClass="chip"
        show={(bet) => (bet === OTHER ? t.play.otherBet : bet === '0' ? t.free : bet)}
        onChoose={(bet) => {
          setIsOther(bet === OTHER);
          if (bet !== OTHER) onChange(bet);
        }}
      />
      {isOther && (
        <Field
          label={t.play.mostBet(symbol)}
          hint={t.play.mostBetHint}
          error={readAmount(text) === null ? m.config.problems.notAmount : null}
        >
          {(props) => (
            <input
              {...props}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}

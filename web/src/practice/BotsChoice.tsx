import { useId } from 'preact/compat';
import { useTexts } from '../i18n';
import { Choice } from '../ui/Choice';
import { BOT_COUNTS } from './game';

/** The choice of how many bots to play against. */
export function BotsChoice({ count, onChoose }: { count: number; onChoose: (count: number) => void }) {
  const { m, f } = useTexts();
  const id = useId();
  return (
    <div className="row">
      <span id={id}>{m.practice.bots}</span>
      <Choice
        labelledBy={id}
        options={BOT_COUNTS}
        chosen={count}
        className="row"
        optionClass="chip"
        show={(bots) => f.integer(bots)}
        onChoose={onChoose}
      />
    </div>
  );
}

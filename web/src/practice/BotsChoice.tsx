import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { useTexts } from '../i18n';
import { BOT_COUNTS } from './game';

interface BotsChoiceProps {
  count: number;
  onChoose: (count: number) => void;
}

/** The choice of how many bots to play against. */
export function BotsChoice({ count, onChoose }: BotsChoiceProps) {
  const { m, f } = useTexts();
  const id = useId();
  return (
    <div className="row">
      <span id={id}>{m.practice.bots}</span>
      <RadioGroup.Root
        className="row"
        aria-labelledby={id}
        value={String(count)}
        onValueChange={(value) => onChoose(Number(value))}
      >
        {BOT_COUNTS.map((bots) => (
          <RadioGroup.Item key={bots} value={String(bots)} className="chip">
            {f.integer(bots)}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

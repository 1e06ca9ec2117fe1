import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { useTexts } from '../i18n';
import { BOTS } from './game';

interface BotsChoiceProps {
  count: number;
  onChoose: (count: number) => void;
}

/** How many to play against. */
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
        {BOTS.map((bot, index) => (
          <RadioGroup.Item key={bot} value={String(index + 1)} className="chip">
            {f.integer(index + 1)}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

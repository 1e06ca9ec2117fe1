import { RadioGroup } from 'radix-ui';
import { useEffect } from 'react';
import { useTexts } from '../i18n';
import { BEATS, MOVES, type Move } from '../rpsls/moves';
import { MoveIcon } from './drawing/MoveIcon';

interface MovePickerProps {
  chosen: Move | null;
  isFixed?: boolean;
  onChoose: (move: Move) => void;
}

/** Five large buttons, and the keys 1 to 5. */
export function MovePicker({ chosen, isFixed = false, onChoose }: MovePickerProps) {
  const { m } = useTexts();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const move = MOVES[Number(event.key) - 1];
      if (!move || isFixed || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      onChoose(move);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onChoose, isFixed]);
  return (
    <RadioGroup.Root
      className="picker"
      aria-label={m.act.moveTitle}
      disabled={isFixed}
      value={chosen ?? ''}
      onValueChange={(value) => {
        const move = MOVES.find((known) => known === value);
        if (move) onChoose(move);
      }}
    >
      {MOVES.map((move, index) => {
        const [one, other] = BEATS[move];
        return (
          <RadioGroup.Item
            key={move}
            value={move}
            className={`pick ${move}`}
            aria-label={m.moves[move]}
            aria-description={m.beatsBoth(m.moves[one], m.moves[other])}
            aria-keyshortcuts={String(index + 1)}
          >
            <kbd className="pick-key" aria-hidden="true">
              {index + 1}
            </kbd>
            <MoveIcon move={move} />
            <span className="pick-name">{m.moves[move]}</span>
            <span className="pick-hint">{m.beatsBoth(m.moves[one], m.moves[other])}</span>
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}

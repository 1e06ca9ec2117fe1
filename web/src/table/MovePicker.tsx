import { RadioGroup } from 'radix-ui';
import { useEffect } from 'react';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { BEATS, beats, MOVES, type Move } from '../rpsls/moves';
import { Arrows, toneFor } from './drawing/Arrows';
import { MoveIcon } from './drawing/MoveIcon';
import { CIRCLE, HEIGHT, place, WIDTH } from './drawing/pentagram';

interface MovePickerProps {
  /** What is picked for; for the game, if it is not given. */
  label?: string;
  chosen: Move | null;
  isFixed?: boolean;
  onChoose: (move: Move) => void;
}

/** The five moves, and what beats what: that of the chosen one lights up, and is said. Also by the keys 1 to 5. */
export function MovePicker({ label, chosen, isFixed = false, onChoose }: MovePickerProps) {
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
    <>
      <div className="pick-board">
        <svg className="pick-arrows" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Arrows toneOf={(winner, loser) => toneFor(chosen, winner, loser)} />
        </svg>
        <RadioGroup.Root
          className="picker"
          aria-label={label ?? m.act.moveTitle}
          disabled={isFixed}
          value={chosen ?? ''}
          onValueChange={(value) => {
            const move = MOVES.find((known) => known === value);
            if (move) onChoose(move);
          }}
        >
          {CIRCLE.map((move) => (
            <Pick key={move} move={move} chosen={chosen} />
          ))}
        </RadioGroup.Root>
      </div>
      <p className="strengths" role="status">
        {chosen ? strengthsOf(chosen, m) : m.act.strengths}
      </p>
    </>
  );
}

function Pick({ move, chosen }: { move: Move; chosen: Move | null }) {
  const { m } = useTexts();
  const number = String(MOVES.indexOf(move) + 1);
  const { x, y } = place(move);
  const relation = relationOf(move, chosen);
  return (
    <RadioGroup.Item
      value={move}
      className={`pick ${move} ${relation ?? ''}`}
      style={{ left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}
      aria-label={m.moves[move]}
      aria-description={strengthsOf(move, m)}
      aria-keyshortcuts={number}
    >
      <kbd className="pick-key" aria-hidden="true">
        {number}
      </kbd>
      <MoveIcon move={move} />
      <span className="pick-name">{m.moves[move]}</span>
      {chosen && relation && (
        <span className="pick-verb">{relation === 'beaten' ? m.verbs[chosen][move] : m.verbs[move][chosen]}</span>
      )}
    </RadioGroup.Item>
  );
}

/** What a move is to the chosen one. */
function relationOf(move: Move, chosen: Move | null): 'beaten' | 'beating' | null {
  if (chosen === null || move === chosen) return null;
  return beats(chosen, move) ? 'beaten' : 'beating';
}

/** What a move beats, and what beats it. */
function strengthsOf(move: Move, m: Messages): string {
  const beaten = BEATS[move].map((other): [string, string] => [m.verbs[move][other] ?? '', m.moves[other]]);
  const beating = MOVES.filter((other) => beats(other, move));
  return m.paragraph(
    m.strengths(m.moves[move], beaten),
    m.weaknesses(beating.map((other) => [m.moves[other], m.verbs[other][move] ?? ''])),
  );
}

import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { BEATS, beats, digit, MOVES, moveOfKey, type Move } from '../rpsls/moves';
import { Live } from '../ui/Live';
import { Arrows, toneFor, type Tone } from './drawing/Arrows';
import { MoveIcon } from './drawing/MoveIcon';
import { CIRCLE, HEIGHT, place, WIDTH } from './drawing/pentagram';

/** A round against a bot. */
export interface Played {
  mine: Move;
  bots: Move;
  /** Whether the player has won, by the move or by a toss. */
  isWon: boolean;
}

interface MoveBoardProps {
  /** The purpose of the choice. By default it is the game's move. */
  label?: string;
  picked: Move | null;
  /** The round that was played, if the board shows one. */
  played?: Played | null;
  isFixed?: boolean;
  onPick: (move: Move) => void;
  /** Text in place of the line about what the chosen move beats. */
  children?: ReactNode;
}

/**
 * The five moves, and what beats what. The arrows of the picked or pointed-at move light up, and a
 * line says what it beats. Digit keys pick a move, too.
 */
export function MoveBoard({ label, picked, played = null, isFixed = false, onPick, children }: MoveBoardProps) {
  const { m } = useTexts();
  const [looked, setLooked] = useState<Move | null>(null);
  const group = useId();
  const ring = useRef<HTMLFieldSetElement>(null);
  useKeys(ring, isFixed, onPick);
  const shown = played?.mine ?? looked ?? picked;
  return (
    <>
      <fieldset
        ref={ring}
        className={played ? 'ring played' : 'ring'}
        disabled={isFixed}
        onPointerLeave={() => setLooked(null)}
      >
        <legend className="hidden">{label ?? m.act.moveTitle}</legend>
        <svg className="pentagram" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Arrows toneOf={(winner, loser) => arrowTone(winner, loser, shown, played)} />
        </svg>
        {CIRCLE.map((move) => (
          <Disc
            key={move}
            group={group}
            move={move}
            isPicked={picked === move}
            tone={toneOf(move, shown, played)}
            verb={played ? null : verbOf(move, shown, m)}
            owner={ownerOf(move, played, m)}
            onPick={() => {
              setLooked(null);
              onPick(move);
            }}
            onLook={() => setLooked(move)}
          />
        ))}
      </fieldset>
      <div className="board-said" role="status">
        {children ?? (
          <p>
            <Live>{shown ? strengthsOf(shown, m) : m.act.strengths}</Live>
          </p>
        )}
      </div>
    </>
  );
}

/** The button that plays the picked move. */
function buttonAfter(ring: Element): HTMLButtonElement | null {
  const buttons = [...(ring.closest('section')?.querySelectorAll<HTMLButtonElement>('.button.primary:enabled') ?? [])];
  return buttons.find((button) => ring.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null;
}

function useKeys(ring: { current: HTMLFieldSetElement | null }, isFixed: boolean, onPick: (move: Move) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere =
        event.target instanceof HTMLElement &&
        event.target.matches('dialog, dialog *, input:not([type=radio], [type=checkbox]), textarea, select');
      const move = moveOfKey(event);
      if (event.key === 'Enter' && ring.current?.contains(document.activeElement)) buttonAfter(ring.current)?.click();
      if (!move || isFixed || isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      onPick(move);
      // Enter then plays it, unless the person has put the focus elsewhere.
      const { activeElement } = document;
      if (activeElement === document.body || ring.current?.contains(activeElement))
        ring.current?.querySelector<HTMLInputElement>(`input[value=${move}]`)?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [ring, onPick, isFixed]);
}

/** Highlights the arrow between two played moves, or else the arrows of the shown move. */
function arrowTone(winner: Move, loser: Move, shown: Move | null, played: Played | null): Tone {
  if (!played) return toneFor(shown, winner, loser);
  const { mine, bots } = played;
  if (winner === mine && loser === bots) return 'lit';
  return winner === bots && loser === mine ? 'threat' : 'dim';
}

/** The style of a move's disc: shown, beaten by the shown move, beating it, or not part of the round. */
function toneOf(move: Move, shown: Move | null, played: Played | null): string {
  if (!shown) return '';
  if (played) return move === played.mine || move === played.bots ? 'shown' : 'faint';
  if (move === shown) return 'shown';
  return beats(shown, move) ? 'beaten' : 'beating';
}

/** What a move does to the shown one, or suffers from it: the word stands below the move's name. */
function verbOf(move: Move, shown: Move | null, m: Messages): string | null {
  if (!shown || move === shown) return null;
  return (beats(shown, move) ? m.suffered[shown][move] : m.verbs[move][shown]) ?? null;
}

/** Who played the move. */
function ownerOf(move: Move, played: Played | null, m: Messages): string | null {
  if (!played || (move !== played.mine && move !== played.bots)) return null;
  if (played.mine === played.bots) return m.board.both;
  return move === played.mine ? m.self : m.board.bot;
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

interface DiscProps {
  group: string;
  move: Move;
  isPicked: boolean;
  tone: string;
  verb: string | null;
  owner: string | null;
  onPick: () => void;
  onLook: () => void;
}

function Disc({ group, move, isPicked, tone, verb, owner, onPick, onLook }: DiscProps) {
  const { m } = useTexts();
  const { x, y } = place(move);
  const strengths = useId();
  const at = { '--x': `${(100 * x) / WIDTH}%`, '--y': `${(100 * y) / HEIGHT}%` } as CSSProperties;
  return (
    <label
      className={`disc ${tone}`}
      style={at}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onLook()}
    >
      <input
        type="radio"
        className="disc-input"
        name={group}
        value={move}
        checked={isPicked}
        aria-label={m.moves[move]}
        aria-describedby={strengths}
        aria-keyshortcuts={digit(move)}
        onChange={onPick}
      />
      <kbd className="disc-key" aria-hidden="true">
        {digit(move)}
      </kbd>
      <MoveIcon move={move} />
      <span aria-hidden="true">{m.moves[move]}</span>
      <span id={strengths} hidden>
        {strengthsOf(move, m)}
      </span>
      {verb && (
        <span className="disc-verb" aria-hidden="true">
          {verb}
        </span>
      )}
      {owner && <span className="disc-owner">{owner}</span>}
    </label>
  );
}

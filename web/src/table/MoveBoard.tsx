import { useId, useState, type CSSProperties } from 'react';
import { useTexts } from '../i18n';
import type { Messages } from '../i18n/messages';
import { BEATS, beats, MOVES, type Move } from '../rpsls/moves';
import { Arrows, toneFor, type Tone } from '../table/drawing/Arrows';
import { MoveIcon } from '../table/drawing/MoveIcon';
import { HEIGHT, place, WIDTH } from '../table/drawing/pentagram';
import { outcomeOf, type Played } from './useDuel';

interface MoveBoardProps {
  picked: Move | null;
  /** How it came out, if it has. */
  played?: Played | null;
  isBusy?: boolean;
  isBroken?: boolean;
  onPick: (move: Move) => void;
}

/** The choice of a move among the five, and what beats what: of the one that is looked at, or was played. */
export function MoveBoard({ picked, played = null, isBusy = false, isBroken = false, onPick }: MoveBoardProps) {
  const { m } = useTexts();
  const [looked, setLooked] = useState<Move | null>(null);
  const shown = played?.mine ?? looked ?? picked;
  return (
    <>
      <fieldset className={played ? 'ring played' : 'ring'} disabled={isBusy} onPointerLeave={() => setLooked(null)}>
        <legend className="hidden">{m.act.moveTitle}</legend>
        <svg className="pentagram" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <Arrows toneOf={(winner, loser) => arrowTone(winner, loser, shown, played)} />
        </svg>
        {MOVES.map((move) => (
          <Disc
            key={move}
            move={move}
            isPicked={picked === move}
            tone={toneOf(move, shown, played)}
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
        {isBroken ? <p>{m.practice.failed}</p> : <Said played={played} shown={shown} isBusy={isBusy} />}
      </div>
    </>
  );
}

/** Of two that were played one arrow stands out, else those of the shown move. */
function arrowTone(winner: Move, loser: Move, shown: Move | null, played: Played | null): Tone {
  if (!played) return toneFor(shown, winner, loser);
  const { mine, bots } = played;
  return (winner === mine && loser === bots) || (winner === bots && loser === mine) ? 'lit' : 'dim';
}

/** Whether a disc stands out. */
function toneOf(move: Move, shown: Move | null, played: Played | null): string {
  if (!shown) return '';
  if (played) return move === played.mine || move === played.bots ? 'shown' : 'faint';
  if (move === shown) return 'shown';
  return beats(move, shown) ? 'faint' : '';
}

/** Whose move it was. */
function ownerOf(move: Move, played: Played | null, m: Messages): string | null {
  if (!played || (move !== played.mine && move !== played.bots)) return null;
  if (played.mine === played.bots) return m.board.both;
  return move === played.mine ? m.self : m.board.bot;
}

interface DiscProps {
  move: Move;
  isPicked: boolean;
  tone: string;
  owner: string | null;
  onPick: () => void;
  onLook: () => void;
}

function Disc({ move, isPicked, tone, owner, onPick, onLook }: DiscProps) {
  const { m } = useTexts();
  const name = useId();
  const { x, y } = place(move);
  const [one, other] = BEATS[move];
  const at = { '--x': `${(100 * x) / WIDTH}%`, '--y': `${(100 * y) / HEIGHT}%` } as CSSProperties;
  return (
    <label
      className={`disc ${move} ${tone}`}
      style={at}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onLook()}
    >
      <input
        type="radio"
        className="disc-input"
        name="board"
        checked={isPicked}
        aria-labelledby={name}
        aria-describedby={`${name}beats`}
        onChange={onPick}
      />
      <MoveIcon move={move} />
      <span id={name}>{m.moves[move]}</span>
      <span id={`${name}beats`} hidden>
        {m.beatsBoth(m.moves[one], m.moves[other])}
      </span>
      {owner && <span className="disc-owner">{owner}</span>}
    </label>
  );
}

interface SaidProps {
  played: Played | null;
  shown: Move | null;
  isBusy: boolean;
}

/** What the board says: how it came out, or what the shown move beats. */
function Said({ played, shown, isBusy }: SaidProps) {
  const { m } = useTexts();
  if (played) {
    const { mine, bots } = played;
    const [winner, loser] = beats(mine, bots) ? [mine, bots] : [bots, mine];
    const why = m.victory(m.moves[winner], m.verbs[winner][loser] ?? '', m.moves[loser]);
    return (
      <>
        <strong className="board-verdict">{m.board[outcomeOf(played)]}</strong>
        <p>{m.sentence(mine === bots ? m.board.same(m.moves[mine]) : why)}</p>
      </>
    );
  }
  if (isBusy) return <p className="muted">{m.board.showing}</p>;
  if (!shown) return <p className="muted">{m.board.lead}</p>;
  const [one, other] = BEATS[shown];
  const verb = (loser: Move): string => m.verbs[shown][loser] ?? '';
  const threats = MOVES.filter((move) => beats(move, shown)).map((move) => m.moves[move]);
  return (
    <>
      <p>{m.board.beats(m.moves[shown], [verb(one), m.moves[one]], [verb(other), m.moves[other]])}</p>
      <p className="hint">{m.board.beatenBy(m.list(threats))}</p>
    </>
  );
}

import { useState } from 'react';
import { useTexts } from '../i18n';
import type { Move } from '../rpsls/moves';
import { MoveBoard } from './MoveBoard';
import { outcomeOf, useDuel, type Played } from './useDuel';

/** A game against one bot on the five moves themselves: two presses to how it comes out. */
export function Board() {
  const { m } = useTexts();
  const { played, isBusy, failure, play, clear } = useDuel();
  const [picked, setPicked] = useState<Move | null>(null);
  const [score, setScore] = useState({ mine: 0, bots: 0, of: null as Played | null });
  if (played && played !== score.of) {
    const outcome = outcomeOf(played);
    setScore({
      mine: score.mine + Number(outcome === 'won'),
      bots: score.bots + Number(outcome === 'lost'),
      of: played,
    });
  }
  const pick = (move: Move): void => {
    clear();
    setPicked(move);
  };
  return (
    <section className="board-card" aria-label={m.board.title}>
      <MoveBoard picked={picked} played={played} isBusy={isBusy} isBroken={failure !== null} onPick={pick} />
      <div className="board-act">
        <button
          type="button"
          className="button primary"
          disabled={picked === null}
          aria-disabled={isBusy}
          onClick={() => picked && play(picked)}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {picked === null ? m.board.none : played ? m.board.again(m.moves[picked]) : m.board.show(m.moves[picked])}
        </button>
        <p className="hint number">{m.board.score(score.mine, score.bots)}</p>
      </div>
    </section>
  );
}

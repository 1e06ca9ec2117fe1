import { useState, type ReactNode } from 'preact/compat';
import { useTexts } from '../i18n';
import { Lacking } from '../lib/browser';
import type { Move } from '../rpsls/moves';
import { Live } from '../ui/Live';
import { MoveBoard, type Played } from './MoveBoard';

/** The rounds against a bot. */
export interface Dueling {
  /** The last round, until another one begins. */
  played: Played | null;
  isBusy: boolean;
  /** The error, if the bot did not answer. */
  failure: unknown;
  /** Takes the last round off the board, and the bot chooses. */
  begin: () => void;
  play: (move: Move) => void;
}

interface BotBoardProps {
  label: string;
  duel: Dueling;
  /** A heading. */
  children?: ReactNode;
}

/** A game against one bot on the five moves themselves. It takes two presses to the result. */
export function BotBoard({ label, duel: { played, isBusy, failure, begin, play }, children }: BotBoardProps) {
  const { m } = useTexts();
  const [picked, setPicked] = useState<Move | null>(null);
  const [score, setScore] = useState({ mine: 0, bots: 0, of: null as Played | null });
  if (played && played !== score.of) {
    const { isWon } = played;
    setScore({ mine: score.mine + Number(isWon), bots: score.bots + Number(!isWon), of: played });
  }
  const pick = (move: Move): void => {
    begin();
    setPicked(move);
  };
  let said: ReactNode = null;
  if (failure !== null) said = <p>{failure instanceof Lacking ? m.practice.noPrograms : m.practice.failed}</p>;
  else if (played) said = <Verdict played={played} />;
  else if (isBusy) said = <p className="muted">{m.board.showing}</p>;
  else if (!picked) said = <p className="muted">{m.board.lead}</p>;
  return (
    <section className="board-card" aria-label={label}>
      {children}
      <MoveBoard picked={picked} played={played} isFixed={isBusy} onPick={pick}>
        {said}
      </MoveBoard>
      <div className="board-act">
        <button
          type="button"
          className="button primary"
          disabled={picked === null}
          aria-disabled={isBusy}
          onClick={() => picked && play(picked)}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          <Live>
            {picked === null ? m.board.none : played ? m.board.again(m.moves[picked]) : m.board.show(m.moves[picked])}
          </Live>
        </button>
        <p className="hint number">
          <Live>{m.board.score(score.mine, score.bots)}</Live>
        </p>
      </div>
    </section>
  );
}

/** The result of a round, and the reason. */
function Verdict({ played }: { played: Played }) {
  const { m } = useTexts();
  const { mine, bots, isWon } = played;
  const [winner, loser] = isWon ? [mine, bots] : [bots, mine];
  const why = m.victory(m.moves[winner], m.verbs[winner][loser] ?? '', m.moves[loser]);
  return (
    <>
      <strong className="board-verdict">{m.board[isWon ? 'won' : 'lost']}</strong>
      <p>{m.sentence(mine === bots ? m.board.tossed(m.moves[mine], isWon) : why)}</p>
    </>
  );
}

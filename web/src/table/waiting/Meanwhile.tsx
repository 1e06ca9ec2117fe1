import { useId, useMemo, useState } from 'preact/compat';
import type { ActorId } from '../../chain/hex';
import { useTexts } from '../../i18n';
import { randomMove } from '../../rpsls/bots';
import { beats, type Move } from '../../rpsls/moves';
import type { Side } from '../../rpsls/pairing';
import { PeopleContext, usePeople, type People } from '../../visitor/people';
import { MoveBoard } from '../MoveBoard';
import { FaceOff } from '../result/FaceOff';

const ME: ActorId = '0x01';
const BOT: ActorId = '0x02';

/** A free round against a bot, while nobody else is there. */
export function Meanwhile() {
  const { m } = useTexts();
  const id = useId();
  const { open } = usePeople();
  const people = useMemo<People>(() => ({ me: ME, nameOf: () => m.bot.name, open }), [m, open]);
  // The bot picks before the player does.
  const [bot, setBot] = useState(randomMove);
  const [chosen, setChosen] = useState<Move | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [score, setScore] = useState({ mine: 0, bots: 0 });
  const show = (mine: Move): void => {
    setIsShown(true);
    if (beats(mine, bot)) setScore({ ...score, mine: score.mine + 1 });
    if (beats(bot, mine)) setScore({ ...score, bots: score.bots + 1 });
  };
  const next = (): void => {
    setBot(randomMove());
    setChosen(null);
    setIsShown(false);
  };
  return (
    <section className="meanwhile" aria-labelledby={id}>
      <h3 id={id}>{m.bot.meanwhile}</h3>
      {isShown && chosen ? (
        <PeopleContext value={people}>
          <div className="scene" role="status">
            <FaceOff pairing={{ one: sideOf(ME, chosen, bot), other: sideOf(BOT, bot, chosen) }} />
          </div>
          <button type="button" className="button quiet" onClick={next}>
            {m.bot.next}
          </button>
        </PeopleContext>
      ) : (
        <>
          <MoveBoard label={m.bot.meanwhile} picked={chosen} onPick={setChosen} />
          <button
            type="button"
            className="button quiet"
            disabled={chosen === null}
            onClick={() => chosen && show(chosen)}
          >
            {m.bot.see}
          </button>
        </>
      )}
      <p className="hint">{m.board.score(score.mine, score.bots)}</p>
    </section>
  );
}

function sideOf(id: ActorId, move: Move, other: Move): Side {
  return { id, move, goesOn: !beats(other, move) };
}

import { useState } from 'preact/compat';
import { useTexts } from '../../i18n';
import { isHeads, randomMove } from '../../rpsls/bots';
import { beats, type Move } from '../../rpsls/moves';
import { BotBoard } from '../BotBoard';
import type { Played } from '../MoveBoard';

/** Free rounds against a bot, while nobody else is there. */
export function Meanwhile() {
  const { m } = useTexts();
  // The bot picks before the player does.
  const [bots, setBots] = useState(randomMove);
  const [played, setPlayed] = useState<Played | null>(null);
  const play = (mine: Move): void => {
    // A draw is tossed, as at a table.
    const isWon = mine === bots ? isHeads() : beats(mine, bots);
    setPlayed({ mine, bots, isWon });
    setBots(randomMove());
  };
  const duel = { played, isBusy: false, failure: null, begin: () => setPlayed(null), play };
  return (
    <div className="meanwhile">
      <BotBoard label={m.bot.meanwhile} duel={duel}>
        <h3>{m.bot.meanwhile}</h3>
      </BotBoard>
    </div>
  );
}

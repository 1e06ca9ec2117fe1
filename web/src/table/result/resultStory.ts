import type { ActorId } from '../../chain/hex';
import type { Formats } from '../../i18n/formats';
import type { Messages } from '../../i18n/messages';
import type { History } from '../../rpsls/history';
import { MOVES, victories, type Move } from '../../rpsls/moves';
import type { GameResult } from '../../rpsls/state';

interface Words {
  m: Messages;
  f: Formats;
  nameOf: (id: ActorId) => string;
}

interface Played {
  name: string;
  move: Move;
  isWinner: boolean;
}

/** How a game came out, for those who were not there. */
export interface ResultStory {
  headline: string;
  /** The last round's moves; none if it was not seen. */
  played: Played[];
  /** What the winner's move beat, a sentence each. */
  victories: string[];
}

export function resultStory({ winner, pot, rounds }: GameResult, { lastRound }: History, words: Words): ResultStory {
  const { m, f, nameOf } = words;
  const headline = m.table.lastGameText(nameOf(winner), f.amountIfAny(pot), rounds);
  // What was seen may be of a game before the last.
  if (!lastRound?.isGameOver || !lastRound.survivors.includes(winner)) return { headline, played: [], victories: [] };
  const { reveals } = lastRound;
  const moves = MOVES.filter((move) => [...reveals.values()].includes(move));
  return {
    headline,
    played: [...reveals].map(([id, move]) => ({ name: nameOf(id), move, isWinner: id === winner })),
    victories: victories(moves)
      .filter(([one]) => one === reveals.get(winner))
      .map(([one, other]) => m.sentence(m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other]))),
  };
}

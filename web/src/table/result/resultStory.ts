import type { ActorId } from '../../lib/hex';
import type { Formats } from '../../i18n/formats';
import type { Messages } from '../../i18n/messages';
import { MOVES, victories, type Move } from '../../rpsls/moves';
import type { RoundResult } from '../../rpsls/round';
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

/** The result of a game, for people who were not there. */
export interface ResultStory {
  headline: string;
  /** The last round's moves. Empty if the state no longer tells them. */
  played: Played[];
  /** What the winner's move beat, one sentence each. */
  victories: string[];
}

export function resultStory({ winner, pot, rounds }: GameResult, round: RoundResult | null, words: Words): ResultStory {
  const { m, f, nameOf } = words;
  const headline = m.table.lastGameText(nameOf(winner), f.amountIfAny(pot), rounds);
  if (!round?.isGameOver) return { headline, played: [], victories: [] };
  const { reveals } = round;
  const moves = MOVES.filter((move) => [...reveals.values()].includes(move));
  return {
    headline,
    played: [...reveals].map(([id, move]) => ({ name: nameOf(id), move, isWinner: id === winner })),
    victories: victories(moves)
      .filter(([one]) => one === reveals.get(winner))
      .map(([one, other]) => m.sentence(m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other]))),
  };
}

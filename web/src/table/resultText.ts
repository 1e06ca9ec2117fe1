import type { ActorId } from '../chain/hex';
import type { Formats } from '../i18n/formats';
import type { Messages } from '../i18n/messages';
import type { History } from '../rpsls/history';
import { MOVES, victories, type Move } from '../rpsls/moves';
import type { GameResult } from '../rpsls/state';

/** Moves as they are told where there are no pictures. */
const SIGNS: Record<Move, string> = { rock: '✊', paper: '✋', scissors: '✌️', lizard: '🦎', spock: '🖖' };

interface Words {
  m: Messages;
  f: Formats;
  nameOf: (id: ActorId) => string;
}

/** How a game came out, in a few lines for those who were not there. */
export function resultText({ winner, pot, rounds }: GameResult, { lastRound }: History, words: Words): string {
  const { m, f, nameOf } = words;
  const lines = [m.title, m.table.lastGameText(nameOf(winner), pot > 0n ? f.amount(pot) : null, rounds)];
  // What was seen may be of a game before the last.
  if (lastRound?.isGameOver && lastRound.survivors.includes(winner)) {
    const { reveals } = lastRound;
    lines.push([...reveals].map(([id, move]) => `${SIGNS[move]} ${nameOf(id)}`).join('  '));
    const played = MOVES.filter((move) => [...reveals.values()].includes(move));
    const won = reveals.get(winner);
    lines.push(
      ...victories(played)
        .filter(([one]) => one === won)
        .map(([one, other]) => `${m.victory(m.moves[one], m.verbs[one][other] ?? '', m.moves[other])}.`),
    );
  }
  return lines.join('\n');
}

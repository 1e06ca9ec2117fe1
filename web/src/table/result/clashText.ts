import type { ActorId } from '../../lib/hex';
import type { Messages } from '../../i18n/messages';
import { beats, MOVES, type Move } from '../../rpsls/moves';
import type { Bit } from '../../rpsls/opening';
import { clashOf, type Decided, type Pairing, type Side } from '../../rpsls/pairing';

/** What it takes to say who did what to whom. */
export interface Telling {
  m: Messages;
  /** The account that reads the sentence. */
  me: ActorId | null;
  nameOf: (id: ActorId) => string;
}

/** The outcome for two players who met, in a sentence. The reason for a toss is in a line of its own. */
export function clashText(pairing: Pairing, { m, me, nameOf }: Telling): string {
  const who = ({ id }: Side): string | null => (id === me ? null : nameOf(id));
  const clash = clashOf(pairing);
  switch (clash.kind) {
    case 'struck':
      return struck(m, who(clash.winner), clash.winner.move, who(clash.loser), clash.loser.move);
    case 'tossed': {
      const { winner, loser, isEqual } = clash;
      const bits = [winner, loser].flatMap((side): [string | null, Bit][] =>
        side.bit === null ? [] : [[who(side), side.bit]],
      );
      return `${m.round.tossed(m.moves[clash.move], who(winner))}\n${m.round.coin(bits, isEqual)}`;
    }
    case 'draw':
      return m.round.drawn(m.moves[clash.move]);
    case 'late': {
      const [late, other] = clash.late;
      return late && !other ? m.round.late(who(late)) : m.round.bothLate;
    }
    case 'bye':
      return m.round.hadBye(who(clash.one));
  }
}

function struck(m: Messages, winner: string | null, move: Move, loser: string | null, other: Move): string {
  return m.round.struck(winner, m.moves[move], m.did[move][other] ?? '', loser, m.moves[other]);
}

/** What a player's move did to others, or what the survivors' moves did to it, if all play against all. */
export function blowsText({ reveals, survivors }: Decided, id: ActorId, { m, me, nameOf }: Telling): string[] {
  const own = reveals.get(id);
  if (!own) return [];
  const hasWon = survivors.includes(id);
  const others = [...reveals].filter(([other]) => survivors.includes(other) !== hasWon);
  return MOVES.flatMap((move) => {
    const [winner, loser] = hasWon ? [own, move] : [move, own];
    const whose = others.filter(([, other]) => other === move).map(([other]) => nameOf(other));
    if (whose.length === 0 || !beats(winner, loser)) return [];
    const [mine, theirs] = [id === me ? null : nameOf(id), m.list(whose)];
    return hasWon ? struck(m, mine, own, theirs, move) : struck(m, theirs, move, mine, own);
  });
}

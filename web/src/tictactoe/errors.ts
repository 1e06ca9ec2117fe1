import type { ActorId } from '../chain/hex';
import { fields, integer, text, variant, type Json } from '../chain/metadata';

const PLAIN = [
  'noPasses',
  'passHeld',
  'passesSoldOut',
  'priceNotMet',
  'passNeeded',
  'refereeNeedsPass',
  'selfPlay',
  'refereePlays',
  'noSuchReferee',
  'stakeTooHigh',
  'noRoom',
  'noSuchGame',
  'notYourGame',
  'alreadyAccepted',
  'notAccepted',
  'gameOver',
  'notYourTurn',
  'markWaits',
  'noSuchCell',
  'cellTaken',
  'notReferee',
  'noMarkSent',
  'alreadyAsked',
  'ownTurn',
  'opponentAbsent',
  'turnNotOver',
] as const;

export type PlainError = (typeof PLAIN)[number];

/** Why an action was refused. */
export type TicTacToeError =
  | { kind: PlainError }
  | { kind: 'stakeNotMatched'; stake: bigint }
  | { kind: 'notExpired'; expires: number }
  /** What the host offers, which is not what was agreed to. */
  | { kind: 'otherTerms'; referee: ActorId | null; stake: bigint }
  /** One that a later version of the program has. */
  | { kind: 'unknown'; name: string };

export function ticTacToeErrorOf(json: Json): TicTacToeError {
  const [name, content] = variant(json);
  if (name === 'stakeNotMatched') return { kind: name, stake: integer(fields(content)['stake']) };
  if (name === 'notExpired') return { kind: name, expires: Number(integer(fields(content)['expires'])) };
  if (name === 'otherTerms') {
    const { referee = null, stake } = fields(fields(content)['terms']);
    return { kind: name, referee: referee === null ? null : (text(referee) as ActorId), stake: integer(stake) };
  }
  const kind = PLAIN.find((known) => known === name);
  return kind ? { kind } : { kind: 'unknown', name };
}

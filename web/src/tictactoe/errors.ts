import type { ActorId } from '../lib/hex';
import { integer, variantOf, type Json } from '../chain/metadata';
import type * as wire from '../generated/ticTacToe';

/** Refusals that are shown without further detail. */
const PLAIN: Record<Exclude<keyof wire.GameError, 'stakeNotMatched' | 'notExpired' | 'otherTerms'>, true> = {
  noPasses: true,
  passHeld: true,
  passesSoldOut: true,
  priceNotMet: true,
  passNeeded: true,
  refereeNeedsPass: true,
  selfPlay: true,
  refereePlays: true,
  noSuchReferee: true,
  stakeTooHigh: true,
  noRoom: true,
  noSuchGame: true,
  notYourGame: true,
  alreadyAccepted: true,
  notAccepted: true,
  gameOver: true,
  notYourTurn: true,
  markWaits: true,
  noSuchCell: true,
  cellTaken: true,
  notReferee: true,
  noMarkSent: true,
  alreadyAsked: true,
  ownTurn: true,
  opponentAbsent: true,
  turnNotOver: true,
};

export type PlainError = keyof typeof PLAIN;

/** Why an action was refused. */
export type TicTacToeError =
  | { kind: PlainError }
  | { kind: 'stakeNotMatched'; stake: bigint }
  | { kind: 'notExpired'; expires: number }
  /** The host's present terms, which differ from those that were accepted. */
  | { kind: 'otherTerms'; referee: ActorId | null; stake: bigint }
  /** An error of a later version of the program. */
  | { kind: 'unknown'; name: string };

export function ticTacToeErrorOf(json: Json): TicTacToeError {
  const [kind, content] = variantOf<wire.GameError>(json);
  if (kind === 'stakeNotMatched') return { kind, stake: integer(content.stake) };
  if (kind === 'notExpired') return { kind, expires: Number(integer(content.expires)) };
  if (kind === 'otherTerms') return { kind, referee: content.terms.referee, stake: integer(content.terms.stake) };
  return kind in PLAIN ? { kind } : { kind: 'unknown', name: kind };
}

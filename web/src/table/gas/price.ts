import type { Chain } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import type { GameConfig } from '../../rpsls/config';
import { restOf, type Endowment } from '../../rpsls/endowment';
import { AFTER_SEAT, MESSAGE_GAS, TABLE_ROOM } from '../../rpsls/gas';

/** What a seat takes of the account beside the bet. */
export type SeatPrice =
  /** Somebody else pays for the gas. */
  | { kind: 'host'; owner: ActorId; left: bigint }
  /** What is left from the last game pays for it. */
  | { kind: 'kept'; left: bigint }
  /** Gas is laid aside with the seat: what it takes with the fees, and what of that can come back. */
  | { kind: 'aside'; gas: bigint; back: bigint }
  /** The account pays for each message, of which one may hold so much for a while, for the table's alarm. */
  | { kind: 'each'; message: bigint; held: bigint; isPoor: boolean }
  /** It can't be paid. */
  | { kind: 'short'; has: bigint; needs: bigint };

/** What an account has to have to take a seat and lay gas aside with it. */
export function neededWith({ value }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + value + MESSAGE_GAS * chain.valuePerGas + 2n * chain.existentialDeposit;
}

/** What an account has at least to have to take a seat, and to move and reveal with its own money: a message each. */
export function neededWithout({ message }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + BigInt(1 + AFTER_SEAT.needed) * message + chain.existentialDeposit;
}

/** What an account pays with. */
export interface Payer {
  balance: bigint;
  /** Whether a key of the browser's is to move and reveal for it. */
  isByKey: boolean;
  chain: Chain;
}

/**
 * What a seat takes of an account that nobody pays for, and that has laid nothing aside yet.
 *
 * @param before what goes for something else first
 */
export function ownPrice(endowment: Endowment, config: GameConfig, payer: Payer, before = 0n): SeatPrice {
  const { balance, isByKey, chain } = payer;
  const isPoor = balance < before + neededWith(endowment, config, chain);
  if (isByKey && !isPoor) {
    return { kind: 'aside', gas: endowment.value + endowment.seat, back: restOf(endowment) };
  }
  const { message } = endowment;
  return (
    shortOf(balance, before + neededWithout(endowment, config, chain)) ?? {
      kind: 'each',
      message,
      held: TABLE_ROOM.alarm * chain.valuePerGas,
      isPoor: isPoor && isByKey,
    }
  );
}

export function shortOf(has: bigint, needs: bigint): SeatPrice | null {
  return has < needs ? { kind: 'short', has, needs } : null;
}

import type { Chain } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import type { GameConfig } from '../../rpsls/config';
import { restOf, type Endowment } from '../../rpsls/endowment';
import { AFTER_SEAT, MESSAGE_GAS, TABLE_ROOM } from '../../rpsls/gas';

/** What a seat costs the account besides the bet. */
export type SeatPrice =
  /** Somebody else pays for the gas. */
  | { kind: 'host'; owner: ActorId; left: bigint }
  /** Gas left over from the last game pays for it. */
  | { kind: 'kept'; left: bigint }
  /** Gas is laid aside with the seat. `gas` is its amount with the fees, `back` the part that can come back. */
  | { kind: 'aside'; gas: bigint; back: bigint }
  /**
   * The account pays for each message; `fees` is what they are likely to cost in a game of one round. One of them may hold `held` for a
   * while, for the table's alarm.
   */
  | { kind: 'each'; fees: bigint; held: bigint; isPoor: boolean }
  /** The account can't pay. */
  | { kind: 'short'; has: bigint; needs: bigint };

/** The messages of a game of one round: for the seat, the move and its reveal, one each. */
const SHORTEST_GAME = BigInt(1 + AFTER_SEAT.needed);

/** What an account needs to take a seat and lay gas aside with it. */
export function neededWith({ value }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + value + MESSAGE_GAS * chain.valuePerGas + 2n * chain.existentialDeposit;
}

/** What an account needs at least to take a seat, move and reveal with its own money, in one message each. */
export function neededWithout({ message }: Endowment, { betSize }: GameConfig, chain: Chain): bigint {
  return betSize + SHORTEST_GAME * message + chain.existentialDeposit;
}

/** The account that pays. */
export interface Payer {
  balance: bigint;
  /** Whether a key of the browser should move and reveal for it. */
  isByKey: boolean;
  chain: Chain;
}

/**
 * The price of a seat for an account that nobody pays for and that has laid nothing aside yet.
 *
 * @param before what is paid for something else first
 */
export function ownPrice(endowment: Endowment, config: GameConfig, payer: Payer, before = 0n): SeatPrice {
  const { balance, isByKey, chain } = payer;
  const isPoor = balance < before + neededWith(endowment, config, chain);
  if (isByKey && !isPoor) {
    return { kind: 'aside', gas: endowment.value + endowment.seat, back: restOf(endowment) };
  }
  return (
    shortOf(balance, before + neededWithout(endowment, config, chain)) ?? {
      kind: 'each',
      fees: SHORTEST_GAME * endowment.usual,
      held: TABLE_ROOM.alarm * chain.valuePerGas,
      isPoor: isPoor && isByKey,
    }
  );
}

export function shortOf(has: bigint, needs: bigint): SeatPrice | null {
  return has < needs ? { kind: 'short', has, needs } : null;
}

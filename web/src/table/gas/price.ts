import type { Chain } from '../../chain/connection';
import type { ActorId } from '../../chain/hex';
import { restOf, toldMessages, toldRounds, type Endowment, type Terms } from '../../rpsls/endowment';
import { MESSAGE_GAS, TABLE_ROOM } from '../../rpsls/gas';

/** What a seat costs the account besides the bet. */
export type SeatPrice =
  /** Somebody else pays for the gas. */
  | { kind: 'host'; owner: ActorId; left: bigint }
  /** Gas left over from the last game pays for it. */
  | { kind: 'kept'; left: bigint }
  /**
   * Gas is laid aside with the seat. `gas` is its amount with the fees, `back` the part that can come back after so
   * many rounds. The seat's own message may hold `held` for a while, for the table's alarm.
   */
  | { kind: 'aside'; gas: bigint; back: bigint; held: bigint; rounds: number }
  /**
   * The account pays for each message; `fees` is what they are likely to cost in a game of so many rounds. One of them
   * may hold `held` for a while, for the table's alarm.
   */
  | { kind: 'each'; fees: bigint; held: bigint; rounds: number; isPoor: boolean }
  /** The account can't pay. */
  | { kind: 'short'; has: bigint; needs: bigint };

/** What an account needs to take a seat and lay gas aside with it. */
export function neededWith({ value }: Endowment, { config }: Terms, chain: Chain): bigint {
  return config.betSize + value + MESSAGE_GAS * chain.valuePerGas + 2n * chain.existentialDeposit;
}

/** What an account needs at least to take a seat, and to play with its own money. */
export function neededWithout({ message }: Endowment, { config }: Terms, messages: number, chain: Chain): bigint {
  return config.betSize + BigInt(messages) * message + chain.existentialDeposit;
}

/** The account that pays. */
export interface Payer {
  balance: bigint;
  /** Whether a key of the browser should move and reveal for it. */
  isByKey: boolean;
  /** Whether it takes the seat with the first move. */
  hasMove: boolean;
  chain: Chain;
}

/**
 * The price of a seat for an account that nobody pays for and that has laid nothing aside yet.
 *
 * @param before what is paid for something else first
 */
export function ownPrice(endowment: Endowment, terms: Terms, payer: Payer, before = 0n): SeatPrice {
  const { balance, isByKey, hasMove, chain } = payer;
  const [rounds, messages] = [toldRounds(terms), toldMessages(terms, hasMove)];
  const held = TABLE_ROOM.alarm * chain.valuePerGas;
  const isPoor = balance < before + neededWith(endowment, terms, chain);
  if (isByKey && !isPoor) {
    return {
      kind: 'aside',
      gas: endowment.value + endowment.seat,
      back: restOf(endowment, messages - 1),
      held,
      rounds,
    };
  }
  return (
    shortOf(balance, before + neededWithout(endowment, terms, messages, chain)) ?? {
      kind: 'each',
      fees: BigInt(messages) * endowment.usual,
      held,
      rounds,
      isPoor: isPoor && isByKey,
    }
  );
}

export function shortOf(has: bigint, needs: bigint): SeatPrice | null {
  return has < needs ? { kind: 'short', has, needs } : null;
}

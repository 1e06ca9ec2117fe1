import { price, program } from '../generated/facts.json';

/** Gas that a program's messages may take beyond the node's estimate for its latest block. */
export interface GasRoom {
  /**
   * The gas that an action may pass to an alarm, including what sending it takes. Whether the
   * action arms the alarm depends on who comes first, so an estimate may leave out an alarm that is
   * armed in the end. Gas that is not burned comes back.
   */
  alarm: bigint;
  /** The most gas that an action burns when there is no room for an alarm. */
  burned: bigint;
}

/** The room of messages that arm no alarm. */
export const NO_ROOM: GasRoom = { alarm: 0n, burned: 0n };

/** The gas that the node estimates for a message. */
export interface GasEstimate {
  burned: bigint;
  minLimit: bigint;
}

/** The gas that a message needs. */
export interface GasNeed {
  /** With less than this the message fails. */
  needed: bigint;
  /** With this much it works even if others act before it. */
  safe: bigint;
  /** With this much it can also arm an alarm. */
  wanted: bigint;
  /** The part of `needed` for preparing the program's code, which a chain does again after an upgrade. */
  extra: bigint;
}

/** No message here burns this much, unless the chain prepares the program's code. */
const UNUSUAL = 5_000_000_000n;

/**
 * What the message burns plus a quarter, as the table may have moved on by the time it runs, and
 * room for an alarm.
 *
 * @param bound the most gas that is published for it
 */
export function needOf({ burned, minLimit }: GasEstimate, room: GasRoom, bound: bigint | null = null): GasNeed {
  // The gas of preparing a code is known exactly, so it needs no quarter.
  const expected = burned + lesser(burned, BigInt(program.gas.message)) / BigInt(price.gasRoom);
  const handedOn = minLimit > burned ? minLimit - burned : 0n;
  // An estimate with an alarm has more than a quarter to spare without it: what sending it burns.
  const needed = handedOn > 0n && room.alarm > 0n ? burned : expected;
  const extra = burned > (bound ?? UNUSUAL) ? burned - room.burned : 0n;
  return { needed, safe: greater(needed, room.burned), wanted: expected + greater(handedOn, room.alarm), extra };
}

/** What a message takes at most by its authors' published bound, alarm included. */
export function needWithin(bound: bigint, room: GasRoom): GasNeed {
  const needed = bound > room.alarm ? bound - room.alarm : bound;
  return { needed, safe: greater(needed, room.burned), wanted: bound, extra: 0n };
}

/** How much gas an account can pay for. */
export interface Affordable {
  most: bigint;
  /** The part of it that leaves enough for the messages to follow. */
  comfortable: bigint;
}

/**
 * The gas limit of a message, or null if the account can't afford it. If the account or a block has
 * no room for the alarm, the message gets none of the alarm's gas: with a part of it, a message
 * that would arm the alarm may fail.
 */
export function gasLimit(
  { needed, safe, wanted }: Omit<GasNeed, 'extra'>,
  affordable: Affordable,
  blockLimit: bigint,
): bigint | null {
  const most = lesser(affordable.most, blockLimit);
  if (needed > most) return null;
  return wanted <= lesser(affordable.comfortable, most) ? wanted : lesser(safe, most);
}

function greater(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

import { price, program } from '../generated/facts.json';

/** What a program's messages may take beyond what a node reckons as of its latest block. */
export interface GasRoom {
  /**
   * What an action may hand on to an alarm, and what sending that takes. Whether it arms
   * the alarm depends on who comes first, so an estimate may be without one that is armed
   * in the end. What is not burned comes back.
   */
  alarm: bigint;
  /** The most that an action burns which has no room for an alarm. */
  burned: bigint;
}

/** For messages that arm no alarm. */
export const NO_ROOM: GasRoom = { alarm: 0n, burned: 0n };

/** What the node reckons for a message. */
export interface GasEstimate {
  burned: bigint;
  minLimit: bigint;
}

/** What a message has to be given. */
export interface GasNeed {
  /** Without so much it fails. */
  needed: bigint;
  /** With so much it does its work also where others have acted before it. */
  safe: bigint;
  /** With so much it can arm an alarm, too. */
  wanted: bigint;
  /** How much of `needed` is for preparing the program's code, which a chain that was upgraded does once more. */
  extra: bigint;
}

/** Nothing here burns so much, unless the program's code is prepared. */
const UNUSUAL = 5_000_000_000n;

/**
 * What it burns and a quarter more, for a table that has moved on by the time it
 * is executed, and room for an alarm.
 *
 * @param bound the most that is published for it
 */
export function needOf({ burned, minLimit }: GasEstimate, room: GasRoom, bound: bigint | null = null): GasNeed {
  // What prepares a code is known to the unit.
  const needed = burned + lesser(burned, BigInt(program.gas.message)) / BigInt(price.gasRoom);
  const handedOn = minLimit > burned ? minLimit - burned : 0n;
  const extra = burned > (bound ?? UNUSUAL) ? burned - room.burned : 0n;
  return { needed, safe: greater(needed, room.burned), wanted: needed + greater(handedOn, room.alarm), extra };
}

/** The most that a message takes by what its program's authors publish, an alarm included. */
export function needWithin(bound: bigint, room: GasRoom): GasNeed {
  const needed = bound > room.alarm ? bound - room.alarm : bound;
  return { needed, safe: greater(needed, room.burned), wanted: bound, extra: 0n };
}

/** How much gas an account can pay for. */
export interface Affordable {
  most: bigint;
  /** Of that, what leaves enough for the messages that are to follow. */
  comfortable: bigint;
}

/**
 * The gas limit of a message, or none if it can't be afforded. Where the account or a
 * block has no room for the alarm, it gets none at all: with a part of it, a message that
 * would arm the alarm may fail.
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

/**
 * Gas that a program may hand on to an alarm, and what sending it takes.
 *
 * Whether an action arms the alarm depends on who comes first, so an estimate
 * may be without one that is armed in the end. What is not burned comes back.
 */
const ALARM = 11_000_000_000n;

/** The most gas that a move or a reveal burns which ends no game by a stop. */
export const BURNED_GAS = 1_200_000_000n;

/** What the node reckons for a message. */
export interface GasEstimate {
  burned: bigint;
  minLimit: bigint;
}

/** What a message has to be given. */
export interface GasNeed {
  /** Without so much it fails. */
  needed: bigint;
  /** With so much it can arm an alarm, too. */
  wanted: bigint;
}

/**
 * What it burns and a quarter more, for a table that has moved on by the time it
 * is executed, and room for an alarm.
 */
export function needOf({ burned, minLimit }: GasEstimate): GasNeed {
  const needed = burned + burned / 4n;
  const handedOn = minLimit > burned ? minLimit - burned : 0n;
  return { needed, wanted: needed + (handedOn > ALARM ? handedOn : ALARM) };
}

/** The most that a message takes by what its program's authors publish, an alarm included. */
export function needWithin(bound: bigint): GasNeed {
  return { needed: bound > ALARM ? bound - ALARM : bound, wanted: bound };
}

/**
 * The gas limit of a message, or none if it can't be afforded. Where the account or a
 * block has no room for the alarm, it gets none at all: with a part of it, a message that
 * would arm the alarm may fail.
 */
export function gasLimit({ needed, wanted }: GasNeed, affordable: bigint, blockLimit: bigint): bigint | null {
  const most = affordable < blockLimit ? affordable : blockLimit;
  if (needed > most) return null;
  if (wanted <= most) return wanted;
  // Others may have acted by the time that it is executed.
  const safe = needed > BURNED_GAS ? needed : BURNED_GAS;
  return safe < most ? safe : most;
}

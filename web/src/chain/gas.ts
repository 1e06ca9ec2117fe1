/**
 * Gas that a program may hand on to an alarm, and what sending it takes.
 *
 * Whether an action arms the alarm depends on who comes first, so an estimate
 * may be without one that is armed in the end. What is not burned comes back.
 */
const ALARM = 11_000_000_000n;

/** What the node reckons for a message. */
export interface GasEstimate {
  burned: bigint;
  minLimit: bigint;
}

/**
 * The gas limit of a message, or none if it can't be afforded: what it burns
 * and a quarter more, for a table that has moved on by the time it is executed,
 * and room for an alarm, which is given up where the account or a block has
 * none.
 */
export function gasLimit(estimate: GasEstimate, affordable: bigint, blockLimit: bigint): bigint | null {
  const { burned, minLimit } = estimate;
  const needed = burned + burned / 4n;
  const handedOn = minLimit > burned ? minLimit - burned : 0n;
  const wanted = needed + (handedOn > ALARM ? handedOn : ALARM);
  const most = affordable < blockLimit ? affordable : blockLimit;
  if (needed > most) return null;
  return wanted < most ? wanted : most;
}

/** The most gas that a message takes which stops no game, its alarm included. */
export const MESSAGE_GAS = 15_000_000_000n;

/** What each player adds who shares the pot of a stopped game. */
export const SHARE_GAS = 260_000_000n;

/** The most gas that a message takes which may stop a game of so many players. */
export function stopGas(players: number): bigint {
  return MESSAGE_GAS + SHARE_GAS * BigInt(players);
}

import { price, program } from '../generated/facts.json';
import type { GasRoom } from '../chain/gas';

const { message, burned, share, stage, portion } = program.gas;

/** The most gas that a message takes if it stops no game, its alarm included. */
export const MESSAGE_GAS = BigInt(message);

/** The most gas that a move or a reveal burns if it ends no game by a stop. */
export const BURNED_GAS = BigInt(burned);

/** The gas that a message burns at a small table, with a quarter to spare. */
export const USUAL_GAS = BigInt(price.usualGas);

/** The gas that sending an alarm burns. A message that can't pay for one sends none, but is estimated with it. */
const SENDING_GAS = 400_000_000n;

/** The gas with which a message works at a small table, even if it is estimated with an alarm. */
export const SAFE_GAS = USUAL_GAS - USUAL_GAS / BigInt(price.gasRoom + 1) + SENDING_GAS;

/** Gas that a table's messages may take beyond the estimate. */
export const TABLE_ROOM: GasRoom = { alarm: BigInt(price.alarmRoom), burned: BURNED_GAS };

/** The most gas that setting up a table takes: it arms no alarm. */
export const INIT_GAS = MESSAGE_GAS - TABLE_ROOM.alarm;

/** The gas of a message that may stop a game of this many players, including what the paying alarms burn. */
export function stopGas(players: number): bigint {
  return MESSAGE_GAS + BigInt(share * players + stage * Math.ceil(players / portion));
}
